import { ALPHANUMERIC, HEX, WORD_DASH } from './characters.ts';
import type { TokenFormat } from './token-format.ts';

/** Models, and what agents use beside them. */
export const AI_FORMATS: readonly TokenFormat[] = [
  {
    issuer: 'Anthropic',
    source: 'https://docs.anthropic.com/en/api/admin-api/apikeys/get-api-key',
    prefixes: ['sk-ant-'],
    rest: { set: WORD_DASH, min: 16 },
  },
  {
    issuer: 'OpenAI, OpenRouter, DeepSeek, Langfuse and others',
    source: 'https://platform.openai.com/docs/api-reference/authentication',
    prefixes: ['sk-'],
    rest: { set: WORD_DASH, min: 16, isMixed: true },
  },
  {
    issuer: 'OpenAI, sessions',
    source: 'https://platform.openai.com/docs/api-reference/authentication',
    prefixes: ['sess-'],
    rest: { set: ALPHANUMERIC, min: 40 },
  },
  {
    issuer: 'Langfuse',
    source: 'https://langfuse.com/docs/api-and-data-platform/features/public-api',
    prefixes: ['pk-lf-'],
    rest: { set: WORD_DASH, min: 16 },
  },
  {
    issuer: 'Hugging Face',
    source: 'https://huggingface.co/docs/hub/security-tokens',
    prefixes: ['hf_', 'api_org_'],
    isLoose: true,
    rest: { set: ALPHANUMERIC, min: 30 },
  },
  {
    issuer: 'Groq',
    source: 'https://console.groq.com/docs/quickstart',
    prefixes: ['gsk_'],
    isLoose: true,
    rest: { set: ALPHANUMERIC, min: 30 },
  },
  {
    issuer: 'xAI',
    source: 'https://docs.x.ai/docs/tutorial',
    prefixes: ['xai-'],
    rest: { set: WORD_DASH, min: 30, isMixed: true },
  },
  {
    issuer: 'Perplexity',
    source: 'https://docs.perplexity.ai/getting-started/quickstart',
    prefixes: ['pplx-'],
    rest: { set: ALPHANUMERIC, min: 30 },
  },
  {
    issuer: 'Replicate',
    source: 'https://replicate.com/docs/topics/security/api-tokens',
    prefixes: ['r8_'],
    rest: { set: ALPHANUMERIC, min: 30 },
  },
  {
    issuer: 'NVIDIA',
    source: 'https://docs.nvidia.com/ngc/latest/ngc-user-guide.html',
    prefixes: ['nvapi-'],
    rest: { set: WORD_DASH, min: 40 },
  },
  {
    issuer: 'Fireworks',
    source: 'https://docs.fireworks.ai/api-reference/introduction',
    prefixes: ['fw_'],
    rest: { set: ALPHANUMERIC, min: 20, isMixed: true },
  },
  {
    issuer: 'Together',
    source: 'https://docs.together.ai/reference/authentication-1',
    prefixes: ['tgp_v1_'],
    rest: { set: WORD_DASH, min: 30 },
  },
  {
    issuer: 'Cerebras',
    source: 'https://inference-docs.cerebras.ai/quickstart',
    prefixes: ['csk-'],
    rest: { set: ALPHANUMERIC, min: 40 },
  },
  {
    issuer: 'ElevenLabs',
    source: 'https://elevenlabs.io/docs/api-reference/authentication',
    prefixes: ['sk_'],
    rest: { set: HEX, min: 40 },
  },
  {
    issuer: 'Voyage',
    source: 'https://docs.voyageai.com/docs/api-key-and-installation',
    prefixes: ['pa-'],
    rest: { set: WORD_DASH, min: 40, isMixed: true },
  },
  {
    issuer: 'Pinecone',
    source: 'https://docs.pinecone.io/guides/projects/manage-api-keys',
    prefixes: ['pcsk_'],
    rest: { set: WORD_DASH, min: 20 },
  },
  {
    issuer: 'LangSmith',
    source: 'https://docs.langchain.com/langsmith/create-account-api-key',
    prefixes: ['lsv2_pt_', 'lsv2_sk_', 'ls__'],
    rest: { set: WORD_DASH, min: 30 },
  },
  {
    issuer: 'LlamaCloud',
    source: 'https://docs.cloud.llamaindex.ai/',
    prefixes: ['llx-'],
    rest: { set: ALPHANUMERIC, min: 30 },
  },
  {
    issuer: 'Jina',
    source: 'https://jina.ai/reader/',
    prefixes: ['jina_'],
    rest: { set: WORD_DASH, min: 30, isMixed: true },
  },
  {
    issuer: 'Tavily',
    source: 'https://docs.tavily.com/documentation/quickstart',
    prefixes: ['tvly-'],
    rest: { set: WORD_DASH, min: 20 },
  },
  {
    issuer: 'Firecrawl',
    source: 'https://docs.firecrawl.dev/introduction',
    prefixes: ['fc-'],
    rest: { set: HEX, min: 32 },
  },
  {
    issuer: 'E2B',
    source: 'https://e2b.dev/docs/api-key',
    prefixes: ['e2b_'],
    rest: { set: HEX, min: 32 },
  },
  {
    issuer: 'Browserbase',
    source: 'https://docs.browserbase.com/reference/api/overview',
    prefixes: ['bb_live_'],
    rest: { set: WORD_DASH, min: 16 },
  },
  {
    issuer: 'Weights & Biases',
    source: 'https://docs.wandb.ai/platform/hosting/iam/service-accounts',
    prefixes: ['wandb_v1_'],
    rest: { set: WORD_DASH, min: 30 },
  },
];
