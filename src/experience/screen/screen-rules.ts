import { CREDENTIAL_RULES } from './rules/credential.ts';
import { DISABLE_CHECKS_RULES } from './rules/disable-checks.ts';
import { EXFILTRATE_RULES } from './rules/exfiltrate.ts';
import { FAKE_BLOCK_RULES } from './rules/fake-block.ts';
import { INSTRUCT_RULES } from './rules/instruct.ts';
import { OTHER_LANGUAGE_RULES } from './rules/other-languages.ts';
import { ROLE_RULES } from './rules/role.ts';
import { DOWNLOAD_RULE, RUN_URL_RULES } from './rules/run-url.ts';
import type { ScreenRule } from './screen-rule.ts';

/** All rules. Each is for a family of attempts, not for a text that was seen; of several that find something the first gives the reason. */
export const SCREEN_RULES: readonly ScreenRule[] = [
  ...FAKE_BLOCK_RULES,
  ...ROLE_RULES,
  ...INSTRUCT_RULES,
  DOWNLOAD_RULE,
  ...EXFILTRATE_RULES,
  ...CREDENTIAL_RULES,
  ...DISABLE_CHECKS_RULES,
  ...RUN_URL_RULES,
  ...OTHER_LANGUAGE_RULES,
];
