// Streamable HTTP in front of a stdio server, as little of it as the conformance suite needs: a
// process for each legacy session, and one for each modern request, which is stateless.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { Pipe } from './pipe.mjs';

async function bodyOf(request) {
  let text = '';
  for await (const part of request) text += part;
  return text;
}

const isModern = (message) =>
  typeof message?.params?._meta?.['io.modelcontextprotocol/protocolVersion'] === 'string';

/** Starts the bridge; gives its URL. It lives as long as the test `t`. */
export async function bridge(t, args) {
  const sessions = new Map();

  async function answer(request, response) {
    if (request.method !== 'POST') {
      response.writeHead(405).end();
      return;
    }
    const message = JSON.parse(await bodyOf(request));
    let session = request.headers['mcp-session-id'];
    if (message.method === 'initialize' && !isModern(message)) {
      session = randomUUID();
      sessions.set(session, new Pipe(t, args));
    }
    const isOwn = isModern(message) || !sessions.has(session);
    const pipe = isOwn ? new Pipe(t, args) : sessions.get(session);
    if (message.method === 'subscriptions/listen') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      pipe.onMessage = (line) => response.write(`data: ${JSON.stringify(line)}\n\n`);
      response.on('close', () => pipe.end());
      pipe.send(message);
      return;
    }
    const from = pipe.messages.length;
    pipe.send(message);
    if (message.id === undefined) {
      response.writeHead(202).end();
      return;
    }
    const reply = await pipe.next((line) => line.id === message.id && !line.method, from);
    if (isOwn) await pipe.end();
    response.writeHead(isOwn && reply.error ? httpStatus(reply.error.code) : 200, {
      'content-type': 'application/json',
      ...(isOwn ? {} : { 'mcp-session-id': session }),
    });
    response.end(JSON.stringify(reply));
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => response.writeHead(500).end(String(error)));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return `http://127.0.0.1:${server.address().port}/mcp`;
}

/** The HTTP status that the revision of 2026-07-28 wants beside a JSON-RPC error. */
function httpStatus(code) {
  if (code === -32601) return 404;
  return code === -32603 ? 500 : 400;
}
