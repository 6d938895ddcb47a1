import { REDACTED } from './redacted-mark.ts';
import { WORD_START } from './word-start.ts';

/** A kind of secret that its own form gives away. */
interface TokenForm {
  /** A text that every match holds: without it the pattern is not tried. */
  readonly hint: string;
  readonly pattern: RegExp;
}

function form(hint: string, pattern: string): TokenForm {
  return { hint, pattern: new RegExp(WORD_START + pattern, 'g') };
}

/** Keys and tokens with a prefix or shape of their own, by who issues them. */
const TOKEN_FORMS: readonly TokenForm[] = [
  ...['AKIA', 'ASIA', 'ABIA', 'ACCA', 'AGPA', 'AIDA', 'AROA', 'ANPA', 'ANVA', 'AIPA'].map((prefix) =>
    form(prefix, `${prefix}[A-Z0-9]{16}(?![A-Za-z0-9])`),
  ),
  ...['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'].map((prefix) => form(prefix, `${prefix}[A-Za-z0-9_.-]{16,}`)),
  form('github_pat_', 'github_pat_[A-Za-z0-9_]{16,}'),
  form('gl', 'gl(?:pat|dt|rt|ptt|ft|oas|soat|agent|cbt|imt|ffct)-[A-Za-z0-9_.-]{16,}'),
  form('GR1348941', 'GR1348941[A-Za-z0-9_-]{16,}'),
  form('xox', 'xox[a-z](?:\\.xox[a-z])?-[A-Za-z0-9-]{10,}'),
  form('xapp-', 'xapp-[A-Za-z0-9-]{10,}'),
  form('hooks.slack.com/', '(?<=hooks\\.slack\\.com/)(?:services|workflows|triggers)/[A-Za-z0-9/_-]{16,}'),
  form('/api/webhooks/', '(?<=/api/webhooks/)\\d+/[A-Za-z0-9_-]{16,}'),
  form('sk-', '(?<!-)sk-(?=[A-Za-z0-9_-]*\\d)(?:(?:ant|proj|or|svcacct|admin|lf|live|test)-)?[A-Za-z0-9_-]{16,}'),
  form('pk-lf-', 'pk-lf-[A-Za-z0-9-]{16,}'),
  form('sess-', 'sess-[A-Za-z0-9]{40}'),
  ...['sk_', 'rk_', 'pk_'].map((prefix) => form(prefix, `${prefix}(?:live|test|prod)_[A-Za-z0-9]{10,}`)),
  form('whsec_', 'whsec_[A-Za-z0-9+/=]{16,}'),
  form('npm_', 'npm_[A-Za-z0-9]{30,}'),
  form('pypi-', 'pypi-[A-Za-z0-9_-]{32,}'),
  form('AIza', 'AIza[A-Za-z0-9_-]{30,}'),
  form('ya29.', 'ya29\\.[A-Za-z0-9_.-]{16,}'),
  form('GOCSPX-', 'GOCSPX-[A-Za-z0-9_-]{16,}'),
  form('1//', '1//0[A-Za-z0-9_-]{30,}'),
  form('SG.', 'SG\\.[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}'),
  form('SK', 'SK[0-9a-f]{32}(?![A-Za-z0-9])'),
  form('key-', 'key-[0-9a-f]{32}(?![A-Za-z0-9])'),
  form('do', 'do[opr]_v1_[0-9a-f]{32,}'),
  form('dckr_', 'dckr_[a-z]+_[A-Za-z0-9_-]{16,}'),
  form('hf_', 'hf_[A-Za-z0-9]{30,}'),
  form('api_org_', 'api_org_[A-Za-z0-9]{30,}'),
  form('dapi', 'dapi[0-9a-f]{32}'),
  form('shp', 'shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}'),
  form('lin_', 'lin_(?:api|oauth)_[A-Za-z0-9]{30,}'),
  form('ntn_', 'ntn_[A-Za-z0-9]{30,}'),
  form('secret_', 'secret_[A-Za-z0-9]{40,}'),
  form('hv', 'hv[sbr]\\.[A-Za-z0-9_-]{20,}'),
  form('.atlasv1.', '[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_=-]{32,}'),
  form('dp.', 'dp\\.(?:pt|st|ct|sa|scim|audit)\\.(?:[a-z0-9_-]{2,35}\\.)?[A-Za-z0-9]{32,}'),
  form('gl', 'gl(?:c|sa)_[A-Za-z0-9_+/=-]{32,}'),
  form('NR', 'NR(?:AK|JS|II|RA|IQ)-[A-Za-z0-9]{16,}'),
  form('sntry', 'sntry[su]_[A-Za-z0-9_+/=-]{32,}'),
  form(':', '\\d{8,10}:AA[A-Za-z0-9_-]{30,}'),
  form('gsk_', 'gsk_[A-Za-z0-9]{30,}'),
  form('xai-', 'xai-[A-Za-z0-9]{30,}'),
  form('pplx-', 'pplx-[A-Za-z0-9]{30,}'),
  form('r8_', 'r8_[A-Za-z0-9]{30,}'),
  form('fm', 'fm[12][ar]?_[A-Za-z0-9_+/=-]{40,}'),
  form('AT', 'AT(?:ATT|BB|CTT)[A-Za-z0-9_=-]{24,}'),
  form('sq0', 'sq0[a-z]{3}-[A-Za-z0-9_-]{20,}'),
  form('EAA', 'EAA[A-Za-z0-9_-]{40,}'),
  form('AGE-SECRET-KEY-', 'AGE-SECRET-KEY-1[A-Z0-9]{30,}'),
  form('figd_', 'figd_[A-Za-z0-9_-]{20,}'),
  form('PMAK-', 'PMAK-[0-9a-f]{24}-[0-9a-f]{16,}'),
  form('rubygems_', 'rubygems_[0-9a-f]{32,}'),
  form('pul-', 'pul-[0-9a-f]{32,}'),
  form('cio', 'cio[A-Za-z0-9]{32}(?![A-Za-z0-9])'),
  form('pat', 'pat[A-Za-z0-9]{14}\\.[0-9a-f]{64}'),
  form('8Q~', '[A-Za-z0-9]{3}8Q~[A-Za-z0-9_.~-]{30,}'),
  form('HRKU-', 'HRKU-[A-Za-z0-9_-]{20,}'),
  form('oy2', 'oy2[a-z0-9]{43}(?![A-Za-z0-9])'),
  form('tskey-', 'tskey-[a-z]+-[A-Za-z0-9-]{16,}'),
  form('sbp_', 'sbp_[0-9a-f]{32,}'),
  form('sb_secret_', 'sb_secret_[A-Za-z0-9_-]{16,}'),
  form('pscale_', 'pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{20,}'),
  form('AC', 'AccountKey=[A-Za-z0-9+/=]{40,}'),
  form('eyJ', 'eyJ[A-Za-z0-9_-]{5,}\\.[A-Za-z0-9_-]{5,}(?:\\.[A-Za-z0-9_-]*){0,3}'),
  form('$', '\\$(?:1|2[abxy]|5|6|7|y|apr1|argon2(?:id?|d)|scrypt|pbkdf2[a-z0-9-]*)\\$[./A-Za-z0-9$=,+-]{20,}'),
];

/** Keys and tokens that their form gives away. */
export function redactTokens(text: string): string {
  return TOKEN_FORMS.reduce(
    (current, { hint, pattern }) => (current.includes(hint) ? current.replace(pattern, REDACTED) : current),
    text,
  );
}

/** Private keys in PEM form, to their footer or the end of the text. */
export function redactPem(text: string): string {
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
