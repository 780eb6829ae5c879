import { createRoute } from '@hono/zod-openapi';
import { bearer, json, problem, refused } from './route-schemas';
import { wireBridgeUpdate, wireDoctorReport, wireEntryFormat, wireExample } from './wire-doctor';

/** Routes of the first steps and of the doctor. */
export const doctorRoutes = {
  doctor: createRoute({
    method: 'get',
    path: '/v1/doctor',
    summary: 'Check every hop from the vault to the reply; no model is asked',
    security: bearer,
    responses: { 200: json(wireDoctorReport, 'The checks that the token may see.'), ...refused },
  }),
  examine: createRoute({
    method: 'post',
    path: '/v1/doctor',
    summary: 'Check every hop from the vault to the reply, also by asking the model that selects',
    security: bearer,
    responses: { 200: json(wireDoctorReport, 'The checks.'), ...refused },
  }),
  entryFormat: createRoute({
    method: 'get',
    path: '/v1/entry-format',
    summary: 'What an entry can say, as Markdown',
    security: bearer,
    responses: { 200: json(wireEntryFormat, 'The page.'), ...refused },
  }),
  createExample: createRoute({
    method: 'post',
    path: '/v1/example-entry',
    summary: 'Write a note that shows what an entry is',
    security: bearer,
    responses: {
      200: json(wireExample, 'Written, and in the index.'),
      ...refused,
      409: problem('It was not written, and the sentence says why.'),
    },
  }),
  removeExample: createRoute({
    method: 'delete',
    path: '/v1/example-entry',
    summary: 'Take the example entry away again, unless it was changed',
    security: bearer,
    responses: {
      200: json(wireExample, 'Removed.'),
      ...refused,
      404: problem('There is no example entry.'),
      409: problem('It was changed since, or cannot be removed.'),
    },
  }),
  updateBridge: createRoute({
    method: 'post',
    path: '/v1/bridge',
    summary: 'Copy the SillyTavern extension into the folder of SillyTavern that this host was told',
    security: bearer,
    responses: {
      200: json(wireBridgeUpdate, 'Copied.'),
      ...refused,
      409: problem('It was not copied, and the sentence says why.'),
    },
  }),
};
