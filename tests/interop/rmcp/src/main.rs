//! A server on rmcp that asks its user: the tools `greet`, `connect`, `twice`, `both` and
//! `impatient`, as in the other SDKs.

use std::time::Duration;

use rmcp::model::{CallToolResult, ContentBlock, ElicitRequestParams, ElicitResult};
use rmcp::{ErrorData, Peer, RoleServer, ServerHandler, ServiceError, ServiceExt};
use rmcp::{tool, tool_handler, tool_router};
use serde_json::json;

#[derive(Clone)]
struct Server;

#[tool_handler]
impl ServerHandler for Server {}

#[tool_router]
impl Server {
    #[tool(description = "Asks for a name by form")]
    async fn greet(&self, peer: Peer<RoleServer>) -> Result<CallToolResult, ErrorData> {
        Ok(say([ask(&peer, "What is your name?", "name").await]))
    }

    #[tool(description = "Asks to open an address")]
    async fn connect(&self, peer: Peer<RoleServer>) -> Result<CallToolResult, ErrorData> {
        let params = ElicitRequestParams::UrlElicitationParams {
            meta: None,
            message: "Please authorize us".into(),
            url: "https://example.test/oauth?state=1".into(),
            elicitation_id: "connect-1".into(),
        };
        Ok(say([peer.create_elicitation(params).await]))
    }

    #[tool(description = "Asks two questions, one after the other")]
    async fn twice(&self, peer: Peer<RoleServer>) -> Result<CallToolResult, ErrorData> {
        let name = ask(&peer, "What is your name?", "name").await;
        let town = ask(&peer, "Where do you live?", "town").await;
        Ok(say([name, town]))
    }

    #[tool(description = "Asks two questions at once")]
    async fn both(&self, peer: Peer<RoleServer>) -> Result<CallToolResult, ErrorData> {
        Ok(ask_both(&peer, None).await)
    }

    #[tool(description = "Asks two questions at once, and does not wait for the second")]
    async fn impatient(&self, peer: Peer<RoleServer>) -> Result<CallToolResult, ErrorData> {
        Ok(ask_both(&peer, Some(Duration::from_millis(200))).await)
    }
}

type Answer = Result<ElicitResult, ServiceError>;

async fn ask(peer: &Peer<RoleServer>, message: &str, field: &str) -> Answer {
    ask_within(peer, None, message, field).await
}

/// The second question is waited for no longer than `patience`.
async fn ask_both(peer: &Peer<RoleServer>, patience: Option<Duration>) -> CallToolResult {
    let name = ask(peer, "What is your name?", "name");
    let town = ask_within(peer, patience, "Where do you live?", "town");
    let (name, town) = tokio::join!(name, town);
    say([name, town])
}

async fn ask_within(
    peer: &Peer<RoleServer>,
    patience: Option<Duration>,
    message: &str,
    field: &str,
) -> Answer {
    let schema = json!({
        "type": "object",
        "properties": {field: {"type": "string"}},
        "required": [field],
    });
    let params = ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: message.into(),
        requested_schema: serde_json::from_value(schema).expect("the schema is one"),
    };
    peer.create_elicitation_with_timeout(params, patience).await
}

/// `ACTION CONTENT` for each answer, or that it was too late; an error result for what was refused.
fn say<const N: usize>(answers: [Answer; N]) -> CallToolResult {
    let described: Result<Vec<String>, ServiceError> = answers.into_iter().map(outcome).collect();
    match described {
        Ok(lines) => CallToolResult::success(vec![ContentBlock::text(lines.join("; "))]),
        Err(error) => CallToolResult::error(vec![ContentBlock::text(error.to_string())]),
    }
}

fn outcome(answer: Answer) -> Result<String, ServiceError> {
    match answer {
        Ok(answer) => Ok(describe(&answer)),
        Err(ServiceError::Timeout { .. }) => Ok("timed out".into()),
        Err(error) => Err(error),
    }
}

fn describe(answer: &ElicitResult) -> String {
    let action = serde_json::to_value(&answer.action).expect("an action is a string");
    let content = answer.content.as_ref().map_or(String::new(), |content| format!(" {content}"));
    format!("{}{content}", action.as_str().unwrap_or_default())
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    Server.serve(rmcp::transport::stdio()).await?.waiting().await?;
    Ok(())
}
