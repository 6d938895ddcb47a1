import { toolDomain } from '../../telemetry/tool-domain.ts';
import { OFFLINE_DEFAULTS, type OfflineSettings } from '../extract/offline/settings.ts';

/** The extractor as it stands, for a library that is made for an evaluation. */
export function evaluationSettings(members: Partial<OfflineSettings> = {}): OfflineSettings {
  return { ...OFFLINE_DEFAULTS, libraryId: 'evaluation', domainOf: (tool) => toolDomain(tool), ...members };
}
