// The conformance suite asks `fs` for `globSync`, which Node.js has from 22 on; only commands that
// we do not use call it. With this the suite also loads in Node.js 20: node --import <this file>.
import { register } from 'node:module';

register('./resolve.mjs', import.meta.url);
