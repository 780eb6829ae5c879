import { expect, it } from 'vitest';
import { failureOf, JobError } from './job-failure';

const wrapped = (message: string): Error => new Error('API request failed', { cause: new Error(message) });

it.each([
  ['auth', 'Unauthorized'],
  ['auth', 'Forbidden'],
  ['rate-limit', 'Too Many Requests'],
  ['rate-limit', 'You exceeded your current quota'],
  ['network', 'Connection refused: request to http://127.0.0.1:9/v1/chat/completions failed'],
  ['network', 'Failed to fetch'],
  ['server', 'Internal Server Error'],
  ['server', 'Service Unavailable'],
  ['server', 'Response not OK'],
  ['request', 'Bad Request'],
  ['request', 'Not Found'],
])('%s is what “%s” means', (kind, message) => {
  const failure = failureOf(wrapped(message), 'Connection profile “Side”');
  expect(failure.error).toBe(kind);
  expect(failure.message).toMatch(/^Connection profile “Side”: the provider .*\.$/);
  expect(failure.message).not.toContain(message);
});

it('a failure that is known keeps its kind and its words', () => {
  expect(failureOf(new JobError('refusal', 'No.'), 'x')).toEqual({ error: 'refusal', message: 'No.' });
});

it('whatever is thrown is a failure', () => {
  expect(failureOf('?', 'The connection in use').error).toBe('server');
  const loop: Error & { cause?: unknown } = new Error('round');
  loop.cause = loop;
  expect(failureOf(loop, 'x').error).toBe('server');
});
