export { extractOffline } from '../../src/learning/extract/offline/extract-offline.ts';
export { OFFLINE_DEFAULTS } from '../../src/learning/extract/offline/settings.ts';
