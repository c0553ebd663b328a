//! A server on rmcp that asks its user: the tools `greet`, `connect` and `twice`, as in the other SDKs.

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
}

type Answer = Result<ElicitResult, ServiceError>;

async fn ask(peer: &Peer<RoleServer>, message: &str, field: &str) -> Answer {
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
    peer.create_elicitation(params).await
}

/// `ACTION CONTENT` for each answer; an error result for what was refused.
fn say<const N: usize>(answers: [Answer; N]) -> CallToolResult {
    let described: Result<Vec<String>, ServiceError> =
        answers.into_iter().map(|answer| answer.map(|answer| describe(&answer))).collect();
    match described {
        Ok(lines) => CallToolResult::success(vec![ContentBlock::text(lines.join("; "))]),
        Err(error) => CallToolResult::error(vec![ContentBlock::text(error.to_string())]),
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
