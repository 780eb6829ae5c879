import { expect, it } from 'vitest';
import { FakeTavern, message } from './testing/fake-tavern';
import { TokenSample } from './token-sample';

function tavernWithText(): FakeTavern {
  const tavern = new FakeTavern();
  tavern.chat.push(message('Ilse', 'tide '.repeat(600)));
  return tavern;
}

it('counts a piece of the story with the model’s tokenizer, once for each model', async () => {
  const tavern = tavernWithText();
  let counted = 0;
  tavern.countTokens = (text) => Promise.resolve(text.length / 4 + (counted += 1));
  const sample = new TokenSample(tavern.context);
  expect(sample.get()).toBeUndefined();
  await sample.take();
  await sample.take();
  expect(sample.get()).toEqual({ text: expect.stringMatching(/tide $/) as string, tokens: 501 });
  expect(sample.get()?.text).toHaveLength(2_000);
  tavern.model = 'other';
  expect(sample.get()).toBeUndefined();
  await sample.take();
  expect(sample.get()?.tokens).toBe(502);
});

it('takes none from a few words, and none when counting fails', async () => {
  const tavern = new FakeTavern();
  const sample = new TokenSample(tavern.context);
  await sample.take();
  tavern.chat.push(message('Ilse', 'tide '.repeat(600)));
  tavern.countTokens = () => Promise.reject(new Error('No tokenizer.'));
  await sample.take();
  expect(sample.get()).toBeUndefined();
});
