//! A small MCP server over stdio (protocol 2025-11-25) that asks its user questions.
//!
//! Its tools: `greet` asks for a name by form, `connect` asks to open an address, `many` asks the same
//! question `count` times; they say in their result how the user answered. `restricted` has the user
//! visit an address before it can be called (error -32042). `make run` joins it with the host of `host.c`.

use std::io::{self, BufRead, StdinLock, StdoutLock, Write};

use serde_json::{Value, json};

const PROTOCOL_VERSION: &str = "2025-11-25";

/// The error codes of JSON-RPC that this server sends.
mod code {
    pub const PARSE_ERROR: i32 = -32700;
    pub const METHOD_NOT_FOUND: i32 = -32601;
    pub const INVALID_PARAMS: i32 = -32602;
    pub const SERVER_ERROR: i32 = -32000;
    pub const URL_ELICITATION_REQUIRED: i32 = -32042;
}

/// What came of a question.
enum Outcome {
    Accept(Value),
    Decline,
    Cancel,
    /// It could not be asked, or the client refused it; the reason.
    NotAsked(String),
    /// The client closed the connection instead of answering.
    Disconnected,
}

/// What a tool has to say: the text of its result, or of an error. None: there is nobody to say it to.
type ToolResult = Option<Result<String, String>>;

struct Server {
    input: StdinLock<'static>,
    output: StdoutLock<'static>,
    /// The client's `capabilities.elicitation`; null if it declared none.
    elicitation: Value,
    /// How many questions it has asked.
    asked: u64,
    in_call: bool,
    /// It has sent the address that has to be visited before `restricted`.
    has_sent_address: bool,
    /// Responses that it got and did not wait for.
    strays: u64,
}

fn main() -> io::Result<()> {
    let mut server = Server {
        input: io::stdin().lock(),
        output: io::stdout().lock(),
        elicitation: Value::Null,
        asked: 0,
        in_call: false,
        has_sent_address: false,
        strays: 0,
    };
    while let Some(message) = server.read()? {
        server.handle(&message)?;
    }
    Ok(())
}

impl Server {
    /// The next message; none when the client has closed the connection.
    fn read(&mut self) -> io::Result<Option<Value>> {
        loop {
            let mut line = Vec::new();
            if self.input.read_until(b'\n', &mut line)? == 0 {
                return Ok(None);
            }
            if line.trim_ascii().is_empty() {
                continue;
            }
            match serde_json::from_slice(&line) {
                Ok(message) => return Ok(Some(message)),
                Err(error) => {
                    self.reply_error(&Value::Null, code::PARSE_ERROR, &error.to_string())?;
                }
            }
        }
    }

    fn write(&mut self, message: &Value) -> io::Result<()> {
        writeln!(self.output, "{message}")?;
        self.output.flush()
    }

    fn reply(&mut self, id: &Value, result: &Value) -> io::Result<()> {
        self.write(&json!({"jsonrpc": "2.0", "id": id, "result": result}))
    }

    fn reply_error(&mut self, id: &Value, code: i32, message: &str) -> io::Result<()> {
        let error = json!({"code": code, "message": message});
        self.write(&json!({"jsonrpc": "2.0", "id": id, "error": error}))
    }

    fn notify(&mut self, method: &str, params: &Value) -> io::Result<()> {
        self.write(&json!({"jsonrpc": "2.0", "method": method, "params": params}))
    }

    /// Answers a request; notifications and stray responses need nothing.
    fn handle(&mut self, message: &Value) -> io::Result<()> {
        let (id, params) = (&message["id"], &message["params"]);
        let (Some(method), false) = (message["method"].as_str(), id.is_null()) else {
            self.strays += u64::from(message["method"].is_null());
            return Ok(());
        };
        match method {
            "initialize" => {
                self.elicitation = params["capabilities"]["elicitation"].clone();
                let result = json!({
                    "protocolVersion": PROTOCOL_VERSION,
                    "capabilities": {"tools": {}},
                    "serverInfo": {"name": "demo", "version": env!("CARGO_PKG_VERSION")},
                });
                self.reply(id, &result)
            }
            "ping" => self.reply(id, &json!({})),
            "tools/list" => {
                let tool = |name, description| {
                    let schema = json!({"type": "object"});
                    json!({"name": name, "description": description, "inputSchema": schema})
                };
                let tools = [
                    tool("greet", "Asks for a name and greets you"),
                    tool("connect", "Asks you to open an address"),
                    tool("many", "Asks for a name `count` times"),
                    tool("restricted", "Has you visit an address first"),
                ];
                self.reply(id, &json!({"tools": tools}))
            }
            "tools/call" if self.in_call => {
                self.reply_error(id, code::SERVER_ERROR, "one call at a time, please")
            }
            "tools/call" => {
                self.in_call = true;
                let done = self.call(id, &params["name"], &params["arguments"]);
                self.in_call = false;
                done
            }
            _ => self.reply_error(id, code::METHOD_NOT_FOUND, "Method not found"),
        }
    }

    fn call(&mut self, id: &Value, tool: &Value, arguments: &Value) -> io::Result<()> {
        let said = match tool.as_str() {
            Some("greet") => self.greet()?,
            Some("connect") => self.connect()?,
            Some("restricted") if self.can_ask(&json!("url")) && !self.has_sent_address => {
                return self.require_visit(id, &arguments["visited"]);
            }
            Some("restricted") => self.restricted(),
            Some("many") => self.many(arguments["count"].as_u64().unwrap_or(1))?,
            _ => return self.reply_error(id, code::INVALID_PARAMS, "Unknown tool"),
        };
        let (text, is_error) = match said {
            Some(Ok(text)) => (text, false),
            Some(Err(text)) => (text, true),
            None => return Ok(()),
        };
        let content = [json!({"type": "text", "text": text})];
        self.reply(id, &json!({"content": content, "isError": is_error}))
    }

    fn ask_name(&mut self) -> io::Result<Outcome> {
        let schema = json!({
            "type": "object",
            "properties": {"name": {"type": "string", "title": "Your name"}},
            "required": ["name"],
        });
        self.elicit(json!({
            "mode": "form",
            "message": "What is your name?",
            "requestedSchema": schema,
        }))
    }

    fn greet(&mut self) -> io::Result<ToolResult> {
        Ok(Some(match self.ask_name()? {
            Outcome::Accept(content) => match content["name"].as_str() {
                Some(name) => Ok(format!("Hello, {name}!")),
                None => Err("The answer has no name.".into()),
            },
            Outcome::Decline => Ok("You declined to say your name.".into()),
            Outcome::Cancel => Ok("You cancelled.".into()),
            Outcome::NotAsked(reason) => Err(reason),
            Outcome::Disconnected => return Ok(None),
        }))
    }

    fn many(&mut self, count: u64) -> io::Result<ToolResult> {
        let (mut accepted, mut declined, mut cancelled) = (0, 0, 0);
        for _ in 0..count {
            match self.ask_name()? {
                Outcome::Accept(_) => accepted += 1,
                Outcome::Decline => declined += 1,
                Outcome::Cancel => cancelled += 1,
                Outcome::NotAsked(reason) => return Ok(Some(Err(reason))),
                Outcome::Disconnected => return Ok(None),
            }
        }
        let strays = self.strays;
        Ok(Some(Ok(format!(
            "{accepted} accepted, {declined} declined, {cancelled} cancelled, {strays} stray"
        ))))
    }

    fn connect(&mut self) -> io::Result<ToolResult> {
        // A real server takes a state that cannot be guessed.
        let id = format!("connect-{}", self.asked + 1);
        let question = json!({
            "mode": "url",
            "message": "Please authorize the demo.",
            "url": format!("https://example.test/oauth?state={id}"),
            "elicitationId": id,
        });
        Ok(Some(match self.elicit(question)? {
            // Consent to open it; what happens there is between the user and the site.
            Outcome::Accept(_) => Ok("You agreed to open the address.".into()),
            Outcome::Decline => Ok("You declined to connect.".into()),
            Outcome::Cancel => Ok("You cancelled.".into()),
            Outcome::NotAsked(reason) => Err(reason),
            Outcome::Disconnected => return Ok(None),
        }))
    }

    /// Refuses the call until an address was visited. `visited`: the address counts as visited at once,
    /// and the client is told so; without it the client goes by its user's word.
    fn require_visit(&mut self, id: &Value, visited: &Value) -> io::Result<()> {
        self.has_sent_address = true;
        let visit = json!({
            "mode": "url",
            "message": "Please sign in to the demo.",
            "url": "https://example.test/sign-in?state=restricted-1",
            "elicitationId": "restricted-1",
        });
        let error = json!({
            "code": code::URL_ELICITATION_REQUIRED,
            "message": "Sign in first",
            "data": {"elicitations": [visit]},
        });
        self.write(&json!({"jsonrpc": "2.0", "id": id, "error": error}))?;
        if visited == true {
            let params = json!({"elicitationId": "restricted-1"});
            self.notify("notifications/elicitation/complete", &params)?;
        }
        Ok(())
    }

    /// A real server looks whether the address was visited.
    fn restricted(&self) -> ToolResult {
        Some(if self.has_sent_address {
            Ok("You signed in.".into())
        } else {
            Err("This client cannot be asked in url mode.".into())
        })
    }

    /// Whether the client answers this mode. One that declares neither answers forms.
    fn can_ask(&self, mode: &Value) -> bool {
        let Value::Object(modes) = &self.elicitation else {
            return false;
        };
        match mode.as_str() {
            Some("url") => modes.contains_key("url"),
            _ => modes.contains_key("form") || !modes.contains_key("url"),
        }
    }

    /// Asks the client, and goes on serving it until it has answered.
    fn elicit(&mut self, params: Value) -> io::Result<Outcome> {
        if !self.can_ask(&params["mode"]) {
            let reason = format!("This client cannot be asked in {} mode.", params["mode"]);
            return Ok(Outcome::NotAsked(reason));
        }
        self.asked += 1;
        let id = json!(format!("elicitation-{}", self.asked));
        let method = "elicitation/create";
        self.write(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))?;
        while let Some(message) = self.read()? {
            if message["id"] == id && message["method"].is_null() {
                return Ok(outcome(&message));
            }
            self.handle(&message)?;
        }
        Ok(Outcome::Disconnected)
    }
}

/// What the client's response to an elicitation says.
fn outcome(response: &Value) -> Outcome {
    let (result, error) = (&response["result"], &response["error"]);
    match result["action"].as_str() {
        Some("accept") => Outcome::Accept(result["content"].clone()),
        Some("decline") => Outcome::Decline,
        Some("cancel") => Outcome::Cancel,
        _ if error.is_object() => Outcome::NotAsked(format!(
            "The client refused the question: {} ({}).",
            error["message"].as_str().unwrap_or("no reason"),
            error["code"]
        )),
        _ => Outcome::NotAsked("The client's answer is no ElicitResult.".into()),
    }
}
