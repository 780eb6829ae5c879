import { describe, expect, test } from 'vitest';
import { hookPermissions, type Hook } from '../core/pipeline/hook';
import { jsonOf, testServer } from './testing/test-server';

const removing: Hook = { id: 'dice:none', stage: 'selection', permissions: ['change-selection'], run: () => [] };
const messages = [{ role: 'user', text: 'the silver keep' }];

async function serverWithHook() {
  const server = await testServer();
  server.engine.registerHook(removing, () => hookPermissions);
  return { ...server, token: await server.token('read', 'generate') };
}

describe('hooks of other plugins', () => {
  test('are told in the summary that goes with the reply, and in the trace', async () => {
    const { send, token } = await serverWithHook();
    const body = { chat: { id: 'c' }, messages, generationId: 'g' };
    const answer = await jsonOf(await send('/v1/generations', { token, body }));
    const report = { id: 'dice:none', stage: 'selection', outcome: 'changed', added: [], changed: [], detail: '' };
    expect(answer).toMatchObject({ entries: [], summary: { hooks: [{ ...report, milliseconds: 0 }] } });
    const trace = await jsonOf(await send('/v1/generations/g', { token }));
    expect(trace).toMatchObject({ hooks: [report], summary: { hooks: [report] } });
  });

  test('are left out of a preview unless it asks for them', async () => {
    const { send, token } = await serverWithHook();
    const plain = await jsonOf(await send('/v1/preview', { token, body: { messages } }));
    expect(plain).toMatchObject({ answer: { entries: [{ title: 'Silver Keep' }] }, trace: { hooks: [] } });
    expect(plain['answer']).not.toHaveProperty('summary.hooks');
    const hooked = await jsonOf(await send('/v1/preview', { token, body: { messages, hooks: true } }));
    expect(hooked).toMatchObject({ answer: { entries: [] }, trace: { hooks: [{ id: 'dice:none' }] } });
  });
});
