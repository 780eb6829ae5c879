import { expect, test } from 'vitest';
import { recordedOutcome } from './recorded-result';
import { outcomeLine, withoutTies } from './outcome';
import { playVector } from './play-vector';
import { readVectors, stepsOf } from './vectors';
const vectors = readVectors('./world-info-vectors.json');
test('diff', async () => {
  let equal = 0;
  for (const v of vectors) {
    const own = await playVector(v);
    const steps = stepsOf(v);
    const out: string[] = [];
    v.result.forEach((r, i) => {
      const step = steps[i]!;
      const all = Object.values(step.books ?? { T: step.entries ?? [] }).flat();
      const orderOf = (text: string) => Number(all.find((e) => String(e['content']).endsWith(text))?.['order'] ?? 100);
      const a = outcomeLine(withoutTies(recordedOutcome(r), orderOf));
      const b = outcomeLine(withoutTies(own[i]!, orderOf));
      if (a !== b) out.push(`   step ${i}: ST ${a}\n           we ${b}`);
    });
    if (out.length) console.log(`${v.name}\n${out.join('\n')}`);
    else equal++;
  }
  console.log('equal', equal);
  expect(equal).toBeGreaterThan(0);
});
