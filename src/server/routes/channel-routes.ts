import { ModelError } from '../../core/ai/model-error';
import type { Handlers } from '../contract/api';
import { sendProblem } from '../http-problem';
import { writeChannels } from '../mapping/write-channels';
import type { RouteParts } from './route-parts';

type ChannelHandlers = Pick<
  Handlers,
  'channels' | 'changeChannels' | 'testChannel' | 'keepKey' | 'connectionModels' | 'resetConnection'
>;

const UNKNOWN = 'There is no connection with this id.';

/** Channels, connections and keys. */
export function channelRoutes({ engine, log }: RouteParts): ChannelHandlers {
  const { ai } = engine;
  return {
    channels: async (context) => context.json(writeChannels(await ai.overview()), 200),

    changeChannels: async (context) => {
      const problems = await ai.change(context.req.valid('json'));
      if (problems.length === 0) return context.json(writeChannels(await ai.overview()), 200);
      return sendProblem(context, 'setting_not_allowed', 'Nothing was changed, because a setting is not allowed.', {
        fields: problems.map(({ name, message }) => ({ path: name, message })),
      });
    },

    testChannel: async (context) => {
      const { error, callsTools, ...test } = await ai.test(context.req.valid('param').id, context.req.raw.signal);
      return context.json(
        { ...test, ...(error !== undefined && { error }), ...(callsTools !== undefined && { callsTools }) },
        200,
      );
    },

    keepKey: async (context) => {
      const { key } = context.req.valid('json');
      try {
        if (await ai.keepKey(context.req.valid('param').id, key))
          return context.json({ hasKey: key.trim() !== '' }, 200);
      } catch (error) {
        // The cause may hold the key.
        log.warn('A key could not be kept on this device.');
        const detail = error instanceof Error ? error.message : 'This device cannot keep the key.';
        return sendProblem(context, 'not_kept', detail);
      }
      return sendProblem(context, 'not_found', UNKNOWN);
    },

    connectionModels: async (context) => {
      try {
        const items = await ai.listModels(context.req.valid('param').id, context.req.raw.signal);
        return items ? context.json({ items: [...items] }, 200) : sendProblem(context, 'not_found', UNKNOWN);
      } catch (error) {
        if (error instanceof ModelError) return sendProblem(context, 'provider_failed', error.message);
        throw error;
      }
    },

    resetConnection: async (context) => {
      ai.reset(context.req.valid('param').id);
      return context.json(writeChannels(await ai.overview()), 200);
    },
  };
}
