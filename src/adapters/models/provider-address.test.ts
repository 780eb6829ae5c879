import { expect, it } from 'vitest';
import type { ModelConnection } from '../../core/ai/model-connection';
import { readAddress } from './provider-address';

const read = (kind: ModelConnection['kind'], baseUrl: string) => readAddress({ kind, baseUrl, model: 'm/1' });

it.each([
  ['openai-compatible', 'http://127.0.0.1:1234', 'http://127.0.0.1:1234/v1'],
  ['openai-compatible', ' http://127.0.0.1:1234/v1/ ', 'http://127.0.0.1:1234/v1'],
  ['openai-compatible', 'https://api.x.ai/v1/chat/completions', 'https://api.x.ai/v1'],
  ['openai-compatible', 'https://api.z.ai/api/paas/v4', 'https://api.z.ai/api/paas/v4'],
  ['anthropic', 'https://proxy.example/v1/messages', 'https://proxy.example/v1'],
  ['anthropic', 'https://proxy.example', 'https://proxy.example/v1'],
  ['google', 'https://g.example/v1beta/models/gemini:generateContent', 'https://g.example/v1beta'],
  ['google', 'https://g.example', 'https://g.example/v1beta'],
] as const)('reads the address of %s: %s', (kind, written, base) => {
  expect(read(kind, written).base).toBe(base);
});

it('keeps a query, and its host holds no secret', () => {
  const address = read('openai-compatible', 'https://user:secret@gate.example:8443/v1?tenant=7');
  expect(address).toEqual({ base: 'https://gate.example:8443/v1', query: { tenant: '7' }, host: 'gate.example:8443' });
});

it('names the deployment of Azure as it has to be in a path', () => {
  const connection = {
    kind: 'azure-openai',
    baseUrl: 'https://a.example',
    model: 'm/1',
    apiVersion: '2024-10-21',
  } as const;
  expect(readAddress(connection)).toEqual({
    base: 'https://a.example/openai/deployments/m%2F1',
    query: { 'api-version': '2024-10-21' },
    host: 'a.example',
  });
});
