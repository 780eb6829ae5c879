import { expect, it } from 'vitest';
import { habitsOf } from './provider-habits';
import { readAddress } from './provider-address';

const habits = (baseUrl: string, model = 'm') => {
  const connection = { kind: 'openai-compatible', baseUrl, model } as const;
  return habitsOf(connection, readAddress(connection));
};

it.each([
  ['https://api.openai.com/v1', 'schema'],
  ['https://openrouter.ai/api/v1', 'schema'],
  ['http://localhost:1234', 'schema'],
  ['http://192.168.1.20:5001', 'schema'],
  ['http://[::1]:11434', 'schema'],
  ['http://gaming-pc.local:8080', 'schema'],
  ['https://api.groq.com/openai/v1', 'json'],
  ['https://api.z.ai/api/paas/v4', 'json'],
  ['https://somebody.example/v1', 'json'],
  // A host that only looks like a known one.
  ['https://notopenai.com/v1', 'json'],
] as const)('knows how %s is told the form', (baseUrl, form) => {
  expect(habits(baseUrl).form).toBe(form);
});

it('knows where a model takes no temperature', () => {
  expect(habits('https://api.openai.com/v1', 'o3-mini').takesTemperature).toBe(false);
  expect(habits('https://api.openai.com/v1', 'gpt-4o').takesTemperature).toBe(true);
  expect(habits('https://openrouter.ai/api/v1', 'gpt-5').takesTemperature).toBe(true);
});
