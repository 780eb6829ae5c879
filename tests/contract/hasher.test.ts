import { plainHasher } from '../../src/adapters/memory/plain-hasher';
import { nodeHasher } from '../../src/adapters/node/node-hasher';
import { describeHasher } from './hasher.contract';

describeHasher('nodeHasher', nodeHasher);
describeHasher('plainHasher', plainHasher);
