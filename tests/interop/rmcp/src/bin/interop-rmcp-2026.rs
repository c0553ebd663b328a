//! A server on rmcp in MCP 2026-07-28, where a tool asks its user by what it returns: the same tools as
//! python/server_2026.py has.
#![allow(deprecated, reason = "sampling and roots are what not every client has")]

use rmcp::handler::server::tool::{InputResponses, RequestState};
use rmcp::model::{
    CallToolResponse, CallToolResult, ContentBlock, CreateMessageRequest,
    CreateMessageRequestParams, ElicitRequest, ElicitRequestParams, InputRequest, InputRequests,
    InputRequiredResult, ListRootsRequest, SamplingMessage,
};
use rmcp::{ErrorData, ServerHandler, ServiceExt};
use rmcp::{tool, tool_handler, tool_router};
use serde_json::{Value, json};

#[derive(Clone)]
struct Server;

#[tool_handler]
impl ServerHandler for Server {}

type Answer = Result<CallToolResponse, ErrorData>;

#[tool_router]
impl Server {
    #[tool(description = "One form, with a state")]
    async fn ask(
        &self,
        RequestState(state): RequestState,
        InputResponses(responses): InputResponses,
    ) -> Answer {
        if responses.is_none() {
            return asks([("who", form("What is your name?"))], Some("s/1.0"));
        }
        described(state, responses)
    }

    #[tool(description = "One form, without a state")]
    async fn stateless(
        &self,
        RequestState(state): RequestState,
        InputResponses(responses): InputResponses,
    ) -> Answer {
        if responses.is_none() {
            return asks([("who", form("What is your name?"))], None);
        }
        described(state, responses)
    }

    #[tool(description = "An address to open")]
    async fn connect(
        &self,
        RequestState(state): RequestState,
        InputResponses(responses): InputResponses,
    ) -> Answer {
        if responses.is_none() {
            let params = ElicitRequestParams::UrlElicitationParams {
                meta: None,
                message: "Please authorize us".into(),
                url: "https://example.test/oauth?state=1".into(),
                elicitation_id: "connect-1".into(),
            };
            return asks([("open", InputRequest::Elicitation(ElicitRequest::new(params)))], None);
        }
        described(state, responses)
    }

    #[tool(description = "Two inputs in one result")]
    async fn both(
        &self,
        RequestState(state): RequestState,
        InputResponses(responses): InputResponses,
    ) -> Answer {
        if responses.is_none() {
            let requests = [("z", form("What is your name?")), ("a", form("Which town?"))];
            return asks(requests, Some("both"));
        }
        described(state, responses)
    }

    #[tool(description = "A question after a question")]
    async fn twice(
        &self,
        RequestState(state): RequestState,
        InputResponses(responses): InputResponses,
    ) -> Answer {
        match state.as_deref() {
            None => asks([("first", form("What is your name?"))], Some("first")),
            Some("first") => asks([("second", form("Which town?"))], Some("second")),
            _ => described(state, responses),
        }
    }

    #[tool(description = "A state, and nothing to ask")]
    async fn wait(
        &self,
        RequestState(state): RequestState,
        InputResponses(responses): InputResponses,
    ) -> Answer {
        if state.is_none() {
            return Ok(InputRequiredResult::from_request_state("waited").into());
        }
        described(state, responses)
    }

    #[tool(description = "It is never content")]
    async fn forever(&self) -> Answer {
        Ok(InputRequiredResult::from_request_state("again").into())
    }

    #[tool(description = "A form, and what not every client has: a model, and roots")]
    async fn more(
        &self,
        RequestState(state): RequestState,
        InputResponses(responses): InputResponses,
    ) -> Answer {
        if responses.is_none() {
            let params =
                CreateMessageRequestParams::new(vec![SamplingMessage::user_text("Hi")], 10);
            let requests = [
                ("model", InputRequest::CreateMessage(CreateMessageRequest::new(params))),
                ("who", form("What is your name?")),
                ("roots", InputRequest::ListRoots(ListRootsRequest::default())),
            ];
            return asks(requests, Some("more"));
        }
        described(state, responses)
    }
}

fn form(message: &str) -> InputRequest {
    let schema = json!({
        "type": "object",
        "properties": {"name": {"type": "string"}},
        "required": ["name"],
    });
    InputRequest::Elicitation(ElicitRequest::new(ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: message.into(),
        requested_schema: serde_json::from_value(schema).expect("the schema is one"),
    }))
}

fn asks<const N: usize>(requests: [(&str, InputRequest); N], state: Option<&str>) -> Answer {
    let requests: InputRequests =
        requests.into_iter().map(|(key, request)| (key.to_owned(), request)).collect();
    Ok(InputRequiredResult::new(Some(requests), state.map(str::to_owned)).into())
}

/// `KEY=ANSWER` for each answer, and the state.
fn described(state: Option<String>, responses: Option<rmcp::model::InputResponses>) -> Answer {
    let mut parts: Vec<String> = responses
        .into_iter()
        .flatten()
        .map(|(key, answer)| format!("{key}={}", shown(&answer)))
        .collect();
    parts.push(format!("state={}", json!(state)));
    Ok(CallToolResult::success(vec![ContentBlock::text(parts.join("; "))]).into())
}

/// `ACTION CONTENT` of a user's, `ROLE TEXT` of a model's, or the roots' addresses.
fn shown(answer: &Value) -> String {
    if let Some(role) = answer["role"].as_str() {
        return format!("{role} {}", answer["content"]["text"]);
    }
    if let Some(roots) = answer["roots"].as_array() {
        return json!(roots.iter().map(|root| &root["uri"]).collect::<Vec<_>>()).to_string();
    }
    format!("{} {}", answer["action"].as_str().unwrap_or_default(), answer["content"])
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    Server.serve(rmcp::transport::stdio()).await?.waiting().await?;
    Ok(())
}
