import type { AnswerPart, ToolPart } from '../session/session';

/** What the model did in one go: it said something, then called tools. */
export interface AnswerStep {
  readonly text: string;
  readonly calls: readonly ToolPart[];
}

/** The parts of an answer as steps. Remarks of ours and proposals are no part of what the model said. */
export function answerSteps(parts: readonly AnswerPart[]): readonly AnswerStep[] {
  const steps: { text: string; calls: ToolPart[] }[] = [];
  for (const part of parts) {
    const last = steps.at(-1);
    if (part.kind === 'text') {
      if (last !== undefined && last.calls.length === 0) last.text += part.text;
      else steps.push({ text: part.text, calls: [] });
    } else if (part.kind === 'tool') {
      const isNew = last?.calls.some(({ step }) => step !== part.step) ?? true;
      if (last === undefined || isNew) steps.push({ text: '', calls: [part] });
      else last.calls.push(part);
    }
  }
  return steps;
}
