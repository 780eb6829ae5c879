import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { notebookEditor } from './notebook-editor';

const save = vi.fn<(text: string) => Promise<unknown>>();
let editor: HTMLElement;

const box = (): HTMLTextAreaElement => editor.querySelector('textarea')!;
const said = (): string => editor.querySelector('[role=status]')!.textContent;

function type(text: string): void {
  box().value = text;
  box().dispatchEvent(new Event('input'));
}

beforeEach(() => {
  vi.useFakeTimers();
  save.mockReset().mockResolvedValue(undefined);
  editor = notebookEditor({ text: 'Ilse lies.', place: 'in chat, depth 2', save });
});
afterEach(() => vi.useRealTimers());

it('shows the text and where it stands', () => {
  expect(box().value).toBe('Ilse lies.');
  expect(said()).toBe('Stands in chat, depth 2.');
});

it('keeps what is typed once, a moment later, also when it was closed meanwhile', async () => {
  type('Ilse');
  type('Ilse hides.');
  await vi.advanceTimersByTimeAsync(600);
  box().dispatchEvent(new Event('change'));
  expect(save.mock.calls).toEqual([['Ilse hides.']]);
  expect(said()).toBe('Saved. Stands in chat, depth 2.');
});

it('says why it could not keep it, and keeps it with the next letter', async () => {
  save.mockRejectedValueOnce(new Error('Not reachable.'));
  type('Ilse hides.');
  await vi.advanceTimersByTimeAsync(600);
  expect(said()).toBe('Not saved: Not reachable.');
  expect(box().value).toBe('Ilse hides.');
  type('Ilse hides!');
  await vi.advanceTimersByTimeAsync(600);
  expect(said()).toContain('Saved.');
});
