/**
 * Serves the demo vault, asks it for the lore of the next reply in the sample chat, and prints the answer and the
 * address of the web console. Ctrl+C stops it; --once stops after the answer.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const chatFile = 'demo-vault/chats/Hesper Dray - A bottle in Outing.jsonl';
const token = randomBytes(18).toString('base64url');
const server = spawn(
  process.execPath,
  ['dist/cli.cjs', 'serve', '--vault', 'demo-vault', '--data', '.cache/demo', '--token', token],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
const stop = () => server.kill('SIGTERM');
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
server.on('exit', (code) => process.exit(code ?? 0));

const { url, entries } = await new Promise((resolve) => {
  createInterface({ input: server.stdout }).on('line', (line) => resolve(JSON.parse(line)));
});

/** The sample chat in the form of the REST interface. */
function readChat() {
  const [header, ...messages] = readFileSync(chatFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return {
    chat: { id: 'demo', name: 'A bottle in Outing' },
    persona: { name: header.user_name },
    character: { name: header.character_name },
    contextSize: 8192,
    total: messages.length,
    messages: messages.map((message, index) => ({
      index,
      role: message.is_user ? 'user' : 'assistant',
      name: message.name,
      text: message.mes,
      hidden: message.is_system === true,
    })),
  };
}

async function call(path, body) {
  const response = await fetch(`${url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** Waits until counts are exact, so that the printed numbers are those of every later turn. */
async function exactTokens() {
  for (let tries = 0; tries < 50 && !(await call('/v1/status')).tokensExact; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

try {
  await exactTokens();
  const request = readChat();
  const answer = await call('/v1/generations', request);
  const trace = await call(`/v1/generations/${answer.id}`);
  print(request, answer, trace);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
  stop();
}
if (process.argv.includes('--once')) stop();

function print(request, answer, trace) {
  const { summary } = answer;
  const last = request.messages.at(-1);
  const placeOf = (id) =>
    answer.injections.find((injection) => injection.entries.includes(id))?.key.replace('lorehearth/', '');
  console.log(`\nLorehearth serves the demo vault: ${entries} entries.\n`);
  console.log(`The sample chat ends with (${last.name}):\n  ${last.text.replace(/\s+/g, ' ').slice(0, 200)}…\n`);
  console.log(
    `POST /v1/generations → ${summary.injected} of ${summary.candidates} candidates, ${summary.tokens} of ${summary.budget} tokens, ${summary.milliseconds.toFixed(1)} ms`,
  );
  for (const entry of answer.entries) {
    const words = entry.matched.length > 0 ? ` ${entry.matched.map((word) => `“${word}”`).join(', ')}` : '';
    console.log(
      `  ${String(entry.tokens).padStart(5)} tokens  ${(placeOf(entry.id) ?? '').padEnd(18)} ${entry.title}  (${entry.reason}${words})`,
    );
  }
  const refused = trace.decisions.filter((decision) => decision.verdict === 'refused');
  if (refused.length > 0) console.log('Refused:');
  for (const { entry, reason, detail } of refused) {
    console.log(`  ${trace.entries.find((one) => one.id === entry)?.title}: ${reason}. ${detail}`);
  }
  console.log(`\nWeb console:  ${url}/console#token=${token}`);
  console.log('Ctrl+C stops the server.');
}
