export { computedOf } from './by-hand/computed.ts';
export { dispatch } from './by-hand/reducer.ts';
export { INITIAL } from './by-hand/state.ts';
export { machine } from './machine/machine.ts';
