import { z } from 'zod';
import { argumentsOf } from '../arguments/argument-schema';

/** What tools take that list something of one entry, page by page. */
export const entryPage = argumentsOf(
  {
    entry: z.string().min(1).max(1_000).describe('Title, alias, path or id.'),
    offset: z.number().int().min(0).optional(),
  },
  { entry: ['title', 'name', 'path', 'id', 'note'] },
);
