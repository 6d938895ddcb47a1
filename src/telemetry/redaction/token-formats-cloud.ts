import { ALPHANUMERIC, BASE64, DIGITS, HEX, signs, UPPER, WORD_DASH } from './characters.ts';
import type { TokenFormat } from './token-format.ts';

const UPPER_DIGITS = UPPER | DIGITS;

/** Clouds, hosting, databases, networks and the keepers of secrets. */
export const CLOUD_FORMATS: readonly TokenFormat[] = [
  {
    issuer: 'AWS',
    source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html',
    prefixes: ['AKIA', 'ASIA', 'ABIA', 'ACCA', 'AGPA', 'AIDA', 'AROA', 'ANPA', 'ANVA', 'AIPA', 'APKA', 'ASCA'],
    rest: { set: UPPER_DIGITS, min: 16, isExact: true },
  },
  {
    issuer: 'AWS, session tokens',
    source: 'https://docs.aws.amazon.com/STS/latest/APIReference/API_Credentials.html',
    prefixes: ['IQoJb3JpZ2lu', 'FwoGZXIvYXdz', 'FQoGZXIvYXdz', 'FwoDYXdz', 'FQoDYXdz'],
    rest: { set: BASE64, min: 40 },
  },
  {
    issuer: 'AWS, Bedrock',
    source: 'https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys.html',
    prefixes: ['ABSKQmVkcm9ja0FQSUtleS', 'bedrock-api-key-'],
    rest: { set: BASE64, min: 20 },
  },
  {
    issuer: 'Amazon sellers',
    source: 'https://developer-docs.amazon.com/sp-api/docs/viewing-your-application-information-and-credentials',
    prefixes: ['amzn.mws.', 'amzn1.oa2-cs.v1.'],
    rest: { set: WORD_DASH, min: 30 },
  },
  {
    issuer: 'Google, API keys',
    source: 'https://cloud.google.com/docs/authentication/api-keys',
    prefixes: ['AIza'],
    rest: { set: WORD_DASH, min: 30 },
  },
  {
    issuer: 'Google, API keys bound to an account',
    source: 'https://cloud.google.com/docs/authentication/api-keys',
    prefixes: ['AQ.Ab'],
    rest: { set: WORD_DASH, min: 40 },
  },
  {
    issuer: 'Google, OAuth',
    source: 'https://developers.google.com/identity/protocols/oauth2',
    prefixes: ['ya29.', 'GOCSPX-'],
    rest: { set: WORD_DASH | signs('.'), min: 16 },
  },
  {
    issuer: 'Google, refresh tokens',
    source: 'https://developers.google.com/identity/protocols/oauth2#size',
    prefixes: ['1//0'],
    rest: { set: WORD_DASH, min: 30 },
  },
  {
    issuer: 'Google, HMAC keys',
    source: 'https://cloud.google.com/storage/docs/authentication/hmackeys',
    prefixes: ['GOOG'],
    rest: { set: UPPER_DIGITS, min: 20, isMixed: true },
  },
  {
    issuer: 'Azure, storage',
    source: 'https://learn.microsoft.com/azure/storage/common/storage-configure-connection-string',
    prefixes: ['AccountKey=', 'SharedAccessKey='],
    rest: { set: BASE64, min: 20 },
  },
  {
    issuer: 'Alibaba Cloud',
    source: 'https://www.alibabacloud.com/help/en/ram/user-guide/create-an-accesskey-pair',
    prefixes: ['LTAI'],
    rest: { set: ALPHANUMERIC, min: 12, isMixed: true },
  },
  {
    issuer: 'Tencent Cloud',
    source: 'https://www.tencentcloud.com/document/product/598/32675',
    prefixes: ['AKID'],
    rest: { set: ALPHANUMERIC, min: 32, isMixed: true },
  },
  {
    issuer: 'Baidu Cloud',
    source: 'https://cloud.baidu.com/doc/Reference/s/9jwvz2egb',
    prefixes: ['bce-v3/ALTAK-'],
    rest: { set: ALPHANUMERIC | signs('/'), min: 16 },
  },
  {
    issuer: 'Yandex Cloud',
    source: 'https://yandex.cloud/en/docs/iam/concepts/authorization/api-key',
    prefixes: ['AQVN', 'y0_Ag', 'ycp-', 't1.9eu'],
    rest: { set: WORD_DASH | signs('.='), min: 30 },
  },
  {
    issuer: 'DigitalOcean',
    source: 'https://docs.digitalocean.com/reference/api/create-personal-access-token/',
    prefixes: ['dop_v1_', 'doo_v1_', 'dor_v1_'],
    rest: { set: HEX, min: 32 },
  },
  {
    issuer: 'DigitalOcean, Spaces',
    source: 'https://docs.digitalocean.com/products/spaces/how-to/manage-access/',
    prefixes: ['DO00', 'DO80'],
    rest: { set: UPPER_DIGITS, min: 16, isExact: true },
  },
  {
    issuer: 'Heroku',
    source: 'https://devcenter.heroku.com/articles/authentication',
    prefixes: ['HRKU-'],
    rest: { set: WORD_DASH, min: 30 },
  },
  {
    issuer: 'Fly.io',
    source: 'https://fly.io/docs/security/tokens/',
    prefixes: ['fm1_', 'fm2_', 'fm1a_', 'fm1r_', 'fo1_'],
    rest: { set: BASE64 | signs('_-'), min: 40 },
  },
  {
    issuer: 'Vercel',
    source: 'https://vercel.com/docs/rest-api#authentication',
    prefixes: ['vercel_blob_rw_', 'vcp_', 'vci_', 'vca_', 'vcr_', 'vck_'],
    rest: { set: WORD_DASH, min: 24, isMixed: true },
  },
  {
    issuer: 'Netlify',
    source: 'https://docs.netlify.com/api/get-started/#authentication',
    prefixes: ['nfp_', 'nfc_', 'nfo_', 'nfu_', 'nfb_'],
    rest: { set: ALPHANUMERIC, min: 30 },
  },
  {
    issuer: 'Render',
    source: 'https://render.com/docs/api',
    prefixes: ['rnd_'],
    rest: { set: ALPHANUMERIC, min: 20, isMixed: true },
  },
  {
    issuer: 'Cloudflare',
    source: 'https://developers.cloudflare.com/fundamentals/api/get-started/ca-keys/',
    prefixes: ['v1.0-'],
    rest: /[0-9a-f]{24}-[0-9a-f]{80,146}/,
  },
  {
    issuer: 'Cloudflare, API tokens',
    source: 'https://developers.cloudflare.com/fundamentals/api/get-started/token-formats/',
    prefixes: ['cfut_', 'cfat_', 'cfk_', 'cfoat_'],
    rest: { set: WORD_DASH, min: 32, isMixed: true },
  },
  {
    issuer: 'Tailscale',
    source: 'https://tailscale.com/kb/1085/auth-keys',
    prefixes: ['tskey-'],
    rest: /[a-z]{2,16}-[A-Za-z0-9-]{16,200}/,
  },
  {
    issuer: 'Supabase',
    source: 'https://supabase.com/docs/guides/api/api-keys',
    prefixes: ['sbp_', 'sb_secret_', 'sb_publishable_', 'sbp_v0_', 'sbp_oauth_'],
    rest: { set: WORD_DASH, min: 20, isMixed: true },
  },
  {
    issuer: 'Neon',
    source: 'https://neon.com/docs/manage/api-keys',
    prefixes: ['napi_'],
    rest: { set: ALPHANUMERIC, min: 30 },
  },
  {
    issuer: 'PlanetScale',
    source: 'https://planetscale.com/docs/api/reference/service-tokens',
    prefixes: ['pscale_tkn_', 'pscale_pw_', 'pscale_oauth_'],
    rest: { set: WORD_DASH | signs('.='), min: 20 },
  },
  {
    issuer: 'Databricks',
    source: 'https://docs.databricks.com/en/dev-tools/auth/pat.html',
    prefixes: ['dapi', 'dose', 'dkea'],
    rest: /[0-9a-f]{32}(?![0-9A-Za-z])(?:-\d)?/,
  },
  {
    issuer: 'ClickHouse Cloud',
    source: 'https://clickhouse.com/docs/cloud/manage/openapi',
    prefixes: ['4b1d'],
    rest: { set: ALPHANUMERIC, min: 38, isExact: true, isMixed: true },
  },
  {
    issuer: 'Elastic Cloud',
    source: 'https://www.elastic.co/docs/deploy-manage/api-keys/elastic-cloud-api-keys',
    prefixes: ['essu_'],
    rest: { set: BASE64, min: 40 },
  },
  {
    issuer: 'OpenShift',
    source:
      'https://docs.redhat.com/en/documentation/openshift_container_platform/4.14/html/authentication_and_authorization/',
    prefixes: ['sha256~'],
    rest: { set: WORD_DASH, min: 40 },
  },
  {
    issuer: 'HashiCorp Vault',
    source: 'https://developer.hashicorp.com/vault/docs/concepts/tokens#token-prefixes',
    prefixes: ['hvs.', 'hvb.', 'hvr.'],
    isLoose: true,
    rest: { set: WORD_DASH | signs('.'), min: 16 },
  },
  {
    issuer: 'HashiCorp Vault, before 1.10',
    source: 'https://developer.hashicorp.com/vault/docs/concepts/tokens#token-prefixes',
    prefixes: ['s.', 'b.', 'r.'],
    rest: /(?=[A-Za-z]{0,23}\d)(?=[a-z0-9]{0,23}[A-Z])(?=[A-Z0-9]{0,23}[a-z])[A-Za-z0-9]{24}(?![A-Za-z0-9_(.])(?:\.[A-Za-z0-9]{5}(?![A-Za-z0-9_(]))?/,
  },
  {
    issuer: 'Doppler',
    source: 'https://docs.doppler.com/reference/auth-token-formats',
    prefixes: ['dp.pt.', 'dp.st.', 'dp.ct.', 'dp.sa.', 'dp.said.', 'dp.scim.', 'dp.audit.'],
    rest: /(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{32,128}/,
  },
  {
    issuer: '1Password',
    source: 'https://developer.1password.com/docs/service-accounts/security/',
    prefixes: ['ops_eyJ'],
    rest: { set: BASE64 | signs('-_.'), min: 40 },
  },
  {
    issuer: '1Password, secret keys',
    source: 'https://support.1password.com/secret-key/',
    prefixes: ['A3-'],
    rest: /[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}/,
  },
  {
    issuer: 'Infisical',
    source: 'https://infisical.com/docs/documentation/platform/token',
    prefixes: ['st.'],
    rest: /[0-9a-f]{24}\.[0-9a-f]{16,64}\.[0-9a-f]{16,64}/,
  },
];
