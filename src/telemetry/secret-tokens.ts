import { REDACTED, type RedactionRule, replacing } from './redaction-rule.ts';
import { WORD_START } from './word-start.ts';

/** How tokens begin, and what follows. */
type TokenForm = readonly [prefixes: readonly string[], rest: string];

const FORMS: readonly TokenForm[] = [
  [['AKIA', 'ASIA', 'ABIA', 'ACCA', 'AGPA', 'AIDA', 'AROA', 'ANPA', 'ANVA', 'AIPA'], '[A-Z0-9]{16}(?![A-Za-z0-9])'],
  [['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], '[A-Za-z0-9_.-]{16,}'],
  [['github_pat_'], '[A-Za-z0-9_]{16,}'],
  [
    ['glpat-', 'gldt-', 'glrt-', 'glptt-', 'glft-', 'gloas-', 'glsoat-', 'glagent-', 'glcbt-', 'glimt-', 'glffct-'],
    '[A-Za-z0-9_.-]{16,}',
  ],
  [['GR1348941', 'GOCSPX-', 'HRKU-', 'figd_', 'sb_secret_', 'pypi-AgE'], '[A-Za-z0-9_-]{16,}'],
  [
    ['xoxa-', 'xoxb-', 'xoxc-', 'xoxd-', 'xoxe-', 'xoxe.', 'xoxo-', 'xoxp-', 'xoxr-', 'xoxs-', 'xapp-'],
    '[A-Za-z0-9%.-]{10,}',
  ],
  [['sk-'], '(?<!-sk-)(?=[A-Za-z0-9_-]{0,64}\\d)[A-Za-z0-9_-]{16,}'],
  [['pk-lf-'], '[A-Za-z0-9-]{16,}'],
  [['sess-'], '[A-Za-z0-9]{40}'],
  [
    ['sk_live_', 'sk_test_', 'sk_prod_', 'rk_live_', 'rk_test_', 'rk_prod_', 'pk_live_', 'pk_test_', 'pk_prod_'],
    '[A-Za-z0-9]{10,}',
  ],
  [['whsec_'], '[A-Za-z0-9+/=]{16,}'],
  [['npm_', 'hf_', 'api_org_', 'lin_api_', 'lin_oauth_', 'ntn_', 'gsk_', 'xai-', 'pplx-', 'r8_'], '[A-Za-z0-9]{30,}'],
  [['secret_'], '[A-Za-z0-9]{40,}'],
  [['AIza'], '[A-Za-z0-9_-]{30,}'],
  [['ya29.'], '[A-Za-z0-9_.-]{16,}'],
  [['1//0'], '[A-Za-z0-9_-]{30,}'],
  [['SG.'], '[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}'],
  [['SK', 'key-'], '[0-9a-f]{32}(?![A-Za-z0-9])'],
  [['dop_v1_', 'doo_v1_', 'dor_v1_', 'dapi', 'rubygems_', 'pul-', 'sbp_'], '[0-9a-f]{32,}'],
  [['shpat_', 'shpca_', 'shppa_', 'shpss_'], '[0-9a-fA-F]{32}'],
  [['dckr_pat_', 'dckr_oat_', 'hvs.', 'hvb.', 'hvr.'], '[A-Za-z0-9_-]{16,}'],
  [['dp.pt.', 'dp.st.', 'dp.ct.', 'dp.sa.', 'dp.scim.', 'dp.audit.'], '(?:[a-z0-9_-]{2,35}\\.)?[A-Za-z0-9]{32,}'],
  [['glc_', 'glsa_', 'sntrys_', 'sntryu_'], '[A-Za-z0-9_+/=-]{32,}'],
  [['NRAK-', 'NRJS-', 'NRII-', 'NRRA-', 'NRIQ-'], '[A-Za-z0-9]{16,}'],
  [['fm1_', 'fm2_', 'fm1a_', 'fm1r_'], '[A-Za-z0-9_+/=-]{40,}'],
  [['ATATT', 'ATBB', 'ATCTT'], '[A-Za-z0-9_=-]{24,}'],
  [['sq0atp-', 'sq0csp-', 'sq0idp-'], '[A-Za-z0-9_-]{20,}'],
  [['EAAA', 'EAAC'], '[A-Za-z0-9_-]{40,}'],
  [['AGE-SECRET-KEY-1'], '[A-Z0-9]{30,}'],
  [['PMAK-'], '[0-9a-f]{24}-[0-9a-f]{16,}'],
  [['cio'], '[A-Za-z0-9]{32}(?![A-Za-z0-9])'],
  [['pat'], '[A-Za-z0-9]{14}\\.[0-9a-f]{64}'],
  [['oy2'], '[a-z0-9]{43}(?![A-Za-z0-9])'],
  [['tskey-'], '[a-z]+-[A-Za-z0-9-]{16,}'],
  [['pscale_tkn_', 'pscale_pw_', 'pscale_oauth_'], '[A-Za-z0-9_.=-]{20,}'],
  [['AccountKey='], '[A-Za-z0-9+/=]{40,}'],
  // A header and a body; the signature may be missing, and encrypted ones have two parts more.
  [['eyJ'], '[A-Za-z0-9_-]{5,}\\.[A-Za-z0-9_-]{5,}(?:\\.[A-Za-z0-9_-]*){0,3}'],
  [
    ['$1$', '$2a$', '$2b$', '$2x$', '$2y$', '$5$', '$6$', '$7$', '$y$', '$apr1$', '$argon2', '$scrypt$', '$pbkdf2'],
    '[./A-Za-z0-9$=,+-]{20,}',
  ],
];

/** The word of the issuer is looked for first, then what may stand before it: that way most of a text is skipped. */
function prefixRule(prefix: string, rest: string): RedactionRule {
  const literal = prefix.replace(/[.$/+]/g, '\\$&');
  return replacing([prefix], new RegExp(`${literal}(?<=${WORD_START}${literal})${rest}`, 'g'));
}

/** Keys and tokens with a prefix or shape of their own. */
export const TOKEN_RULES: readonly RedactionRule[] = [
  ...FORMS.flatMap(([prefixes, rest]) => prefixes.map((prefix) => prefixRule(prefix, rest))),
  replacing(['hooks.slack.com/'], /(?<=hooks\.slack\.com\/)(?:services|workflows|triggers)\/[A-Za-z0-9/_-]{16,}/g),
  replacing(['/api/webhooks/'], /(?<=\/api\/webhooks\/)\d+\/[A-Za-z0-9_-]{16,}/g),
  // Of Terraform, Telegram and Azure: the word that gives them away stands inside.
  replacing(['.atlasv1.'], new RegExp(`${WORD_START}[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_=-]{32,}`, 'g')),
  replacing([':AA'], new RegExp(`${WORD_START}\\d{8,10}:AA[A-Za-z0-9_-]{30,}`, 'g')),
  replacing(['8Q~', '7Q~'], new RegExp(`${WORD_START}[A-Za-z0-9_~.]{3}[78]Q~[A-Za-z0-9_.~-]{30,}`, 'g')),
];

/** Private keys in PEM form, to their footer or the end of the text. */
export const PEM_RULE: RedactionRule = { hints: ['private key'], apply: redactPem };

function redactPem(text: string): string {
  let kept = '';
  let from = 0;
  for (;;) {
    const start = text.indexOf('-----BEGIN ', from);
    if (start === -1) return kept + text.slice(from);
    const label = /^-----BEGIN ([A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?)-----/.exec(text.slice(start, start + 80))?.[1];
    if (label === undefined) {
      kept += text.slice(from, start + 11);
      from = start + 11;
      continue;
    }
    const footer = `-----END ${label}-----`;
    const end = text.indexOf(footer, start);
    kept += text.slice(from, start) + REDACTED;
    if (end === -1) return kept;
    from = end + footer.length;
  }
}
