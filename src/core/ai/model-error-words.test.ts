import { expect, test } from 'vitest';
import { ModelError, modelErrorKinds } from './model-error';
import { modelErrorMessage, modelErrorSentence, modelErrorWords } from './model-error-words';

test.each(modelErrorKinds)('%s says what happened and what to do, in sentences', (kind) => {
  const { what, advice } = modelErrorWords[kind];
  for (const sentence of [what, advice]) expect(sentence).toMatch(/^[A-Z].*\.$/);
  expect(modelErrorSentence(kind)).toBe(`${what} ${advice}`);
});

test('a message has its advice once', () => {
  const own = new ModelError('auth', 'OpenAI did not accept the key.');
  expect(modelErrorMessage(own)).toBe(`OpenAI did not accept the key. ${modelErrorWords.auth.advice}`);
  expect(modelErrorMessage(new ModelError('auth', modelErrorSentence('auth')))).toBe(modelErrorSentence('auth'));
});

test('an error of another kind shows nothing of itself', () => {
  expect(modelErrorMessage(new TypeError('undefined is not a function'))).not.toContain('undefined');
});
