import { createRoute, z } from '@hono/zod-openapi';
import { channelIds } from '../../core/ai/channels/channel-table';
import { bearer, body, idParameter, json, problem, refused } from './route-schemas';
import { wireChannels, wireChannelTest } from './wire-channels';

/** Routes of the models: channels, connections and their keys. */
export const channelRoutes = {
  channels: createRoute({
    method: 'get',
    path: '/v1/channels',
    summary: 'Channels, connections, their states and what they used today',
    security: bearer,
    responses: { 200: json(wireChannels, 'The channels.'), ...refused },
  }),
  changeChannels: createRoute({
    method: 'patch',
    path: '/v1/channels',
    summary: 'Change some settings of some channels (`null` unsets one); `connections` replaces the whole list',
    security: bearer,
    request: body(
      z.strictObject({
        channels: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
        connections: z.array(z.record(z.string(), z.unknown())).optional(),
      }),
    ),
    responses: { 200: json(wireChannels, 'The channels after the change.'), ...refused, 400: refused[400] },
  }),
  testChannel: createRoute({
    method: 'post',
    path: '/v1/channels/{id}/test',
    summary: 'Ask the model of a channel something tiny',
    security: bearer,
    request: { params: z.object({ id: z.enum(channelIds) }) },
    responses: { 200: json(wireChannelTest, 'How it went.'), ...refused },
  }),
  keepKey: createRoute({
    method: 'put',
    path: '/v1/connections/{id}/key',
    summary: 'Keep the key of a connection on this device; an empty one is forgotten',
    security: bearer,
    request: { params: idParameter, ...body(z.object({ key: z.string().max(10_000) })) },
    responses: {
      200: json(z.object({ hasKey: z.boolean() }), 'Kept.'),
      ...refused,
      404: problem('There is no such connection.'),
      409: problem('This device cannot keep it, and the sentence says why.'),
    },
  }),
  connectionModels: createRoute({
    method: 'get',
    path: '/v1/connections/{id}/models',
    summary: 'The names of the models that a connection offers',
    security: bearer,
    request: { params: idParameter },
    responses: {
      200: json(z.object({ items: z.array(z.string()).readonly() }), 'The names.'),
      ...refused,
      404: problem('There is no such connection.'),
      502: problem('The provider did not say, and the sentence says why.'),
    },
  }),
  resetConnection: createRoute({
    method: 'post',
    path: '/v1/connections/{id}/reset',
    summary: 'Try a connection again at once that was not asked for a while',
    security: bearer,
    request: { params: idParameter },
    responses: { 200: json(wireChannels, 'The channels.'), ...refused },
  }),
};
