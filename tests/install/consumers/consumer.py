import tn_elicit

line = '{"jsonrpc":"2.0","id":77,"method":"elicitation/create","params":{}}'
reply = tn_elicit.server_request_response(
    lambda request: '{"ok":true,"data":{"name":"muthu"}}', line
)
print(tn_elicit.version(), reply, sep="\n")
