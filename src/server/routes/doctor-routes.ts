import type { ExampleOutcome } from '../../core/engine/setup-administration';
import { renderEntryFormat } from '../../core/lore/render-entry-format';
import type { Handlers } from '../contract/api';
import type { WireDoctorReport } from '../contract/wire-doctor';
import { examine } from '../doctor/doctor';
import { sendProblem } from '../http-problem';
import type { RouteParts } from './route-parts';

type DoctorHandlers = Pick<
  Handlers,
  'doctor' | 'examine' | 'entryFormat' | 'createExample' | 'removeExample' | 'updateBridge'
>;

/** The doctor and the first steps. */
export function doctorRoutes(parts: RouteParts): DoctorHandlers {
  const { engine, clock, host, log } = parts;
  const report = async (withPrivate: boolean, asksModels: boolean, signal: AbortSignal): Promise<WireDoctorReport> => {
    const now = clock.now();
    const checks = await examine({ ...parts, now, asksModels, signal }, withPrivate, log);
    return { checks, at: now, hasExample: engine.setup.hasExample, wantsSteps: engine.settings().setupSteps };
  };
  return {
    doctor: async (context) => {
      const isAdmin = context.get('scopes').includes('admin');
      return context.json(await report(isAdmin, false, context.req.raw.signal), 200);
    },

    examine: async (context) => context.json(await report(true, true, context.req.raw.signal), 200),

    entryFormat: (context) => context.json({ markdown: renderEntryFormat() }, 200),

    createExample: async (context) => {
      const outcome = await engine.setup.createExample();
      if (outcome.kind === 'done') return context.json(written(outcome), 200);
      const sentence = outcome.kind === 'refused' ? outcome.sentence : 'The note could not be written.';
      return sendProblem(context, 'not_done', sentence);
    },

    removeExample: async (context) => {
      const outcome = await engine.setup.removeExample();
      if (outcome.kind === 'missing') return sendProblem(context, 'not_found', 'There is no example entry.');
      if (outcome.kind === 'refused') return sendProblem(context, 'not_done', outcome.sentence);
      return context.json(written(outcome), 200);
    },

    updateBridge: async (context) => {
      const { kind, ...outcome } = await host.updateBridge();
      if (kind === 'refused') return sendProblem(context, 'not_done', outcome.sentence);
      const version = 'version' in outcome ? outcome.version : undefined;
      return context.json({ sentence: outcome.sentence, ...(version !== undefined && { version }) }, 200);
    },
  };
}

function written({ example: { path, keys } }: Extract<ExampleOutcome, { kind: 'done' }>) {
  return { path, keys: [...keys] };
}
