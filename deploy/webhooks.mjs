// Receives webhooks of pipelines and wakes the pollers of Portico. Adapt this example: the service decides the form of its webhooks and how they are
// authenticated. Set WAKE_SECRET, WEBHOOK_TOKEN, WAKE_URL (such as http://portico:9464/wake) and PORT.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

const { WAKE_SECRET, WEBHOOK_TOKEN, WAKE_URL, PORT } = process.env;

const digest = (text) => createHmac('sha256', WEBHOOK_TOKEN).update(text).digest();

async function handle(request) {
  const token = request.headers['x-webhook-token'] ?? '';
  if (!timingSafeEqual(digest(token), digest(WEBHOOK_TOKEN))) return 401;
  const { project, object_attributes: pipeline } = await json(request);
  const body = JSON.stringify({ paths: [`/projects/${project.id}/pipelines/${pipeline.id}`] });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', WAKE_SECRET).update(`${timestamp}.${body}`).digest('hex');
  const headers = { 'x-portico-timestamp': timestamp, 'x-portico-signature': signature };
  const { status } = await fetch(WAKE_URL, { method: 'POST', headers, body });
  return status;
}

createServer((request, response) => {
  handle(request).then(
    (status) => response.writeHead(status).end(),
    () => response.writeHead(500).end(),
  );
}).listen(Number(PORT));
