import type { ScreenRule } from '../screen-rule.ts';

const r = String.raw;

/** A download that runs is more than data that is sent, so it is looked for before. */
export const DOWNLOAD_RULE: ScreenRule = {
  kind: 'run-url',
  reason: 'it pipes a download into a shell',
  pattern: r`{b}{fetcher}(?![\w-])[^|\n]{0,160}?\| ?{shell}|{b}{fetcher}[^\n]{0,160}?(?:&&|;|\band\b|\bthen\b)[^\n]{0,40}?(?:{shell}|{b}(?:run|execute|source|chmod|start|launch|open) (?:it|them|the (?:file|script|result|installer|binary|download)|\./|\+x))|(?:{b}(?:bash|sh|zsh|source|eval|exec|iex|python\d?|node|deno run|perl|ruby|invoke-expression|powershell|pwsh|osascript)|^\.) ?(?:-\w+ )*(?:<\(|["'(\x60$]*\(?) ?["'(\x60]*(?:{fetcher})|{b}(?:exec|eval|iex|execfile|import|require|function|system|popen|load)\s?\(?[^\n]{0,40}?(?:urlopen|requests\.get|fetch\(|downloadstring|curl |wget |iwr |irm |https?:)`,
  except: r`^(?:fetch|http|get)(?![^|]*\|)`,
};

/** Running what a URL gives. */
export const RUN_URL_RULES: readonly ScreenRule[] = [
  {
    kind: 'run-url',
    reason: 'it runs or installs what an address gives',
    pattern: r`{b}{execute}(?: \S*[^\s;!?]){0,14}? [("'\x60<@]*(?:(?:https?|ftp|hxxps?|git\+\w+|ssh|s3|gs)://|git@|www\.|\d{1,3}(?:\.\d{1,3}){3}(?:[:/]|\b)|(?:github|gitlab|gist|raw):?\S*/)\S*`,
    except: r`^(?:add|follow|apply|adopt|use|load|trust|start|require|comply|deploy) (?:\S+ ){0,3}(?:link|url|reference|docs|documentation|badge|header|origin|remote|guide|spec|localhost|https?://(?:localhost|127\.))(?![a-z])|localhost|127\.0\.0\.1|0\.0\.0\.0|^(?:follow|apply|adopt|comply|add|start|deploy) `,
  },
  {
    kind: 'run-url',
    reason: 'it takes orders or code from an address',
    pattern: r`{b}{get}(?: \S*[^\s;!?]){0,10}? [("'\x60<@]*(?:(?:https?|ftp|hxxps?|git\+\w+)://\S+|www\.\S+|\d{1,3}(?:\.\d{1,3}){3}\S*|(?:[\w-]+\.)+(?:com|net|org|example|invalid|xyz)(?:/\S*)?|(?:[\w-]+\.)+(?:io|test|dev|sh|app)/\S*)[)"'\x60>]*,?(?: \S*[^\s;!?]){0,8}?,? ?(?:and|then|to|before|,|for)? ?(?:then |also |do |please |at once |immediately )*{execute}(?![a-z])`,
    except: r`localhost|127\.0\.0\.1`,
  },
  {
    kind: 'run-url',
    reason: 'it takes orders or code from an address',
    pattern: r`{b}(?:obey|follow|adopt|apply|carry out|comply with|execute|perform|do|trust|use)(?: \S*[^\s.;!?]){0,5}? (?:instructions?|steps?|commands?|orders?|rules?|guidelines?|directives?|prompts?|playbook|tasks?|script|code|list)(?: \S*[^\s.;!?]){0,5}? (?:at|from|on|under|in|of|behind|found at|hosted (?:at|on)) [("'\x60<]*(?:(?:https?|ftp|hxxps?)://\S+|www\.\S+|\d{1,3}(?:\.\d{1,3}){3}|{b}(?:pastebin|gist)(?![a-z]))`,
  },
  {
    kind: 'run-url',
    reason: 'it runs code from the internet',
    pattern: r`{b}(?:run|execute|pipe|eval|source|launch|install|load|paste and run|try)(?: \S*[^\s.;!?]){0,5}? (?:scripts?|code|installers?|commands?|binar(?:y|ies)|one-?liners?|snippets?|payloads?|programs?|executables?|macros?|attachments?|packages?)(?: \S*[^\s.;!?]){0,3}? (?:from|found (?:on|in|at)|off|linked (?:in|on|from|at)|downloaded from|posted (?:in|on)|behind|attached to|given (?:in|by|on)|suggested (?:in|by|on)|contained in|fetched from|returned by|embedded in|hosted on)(?: \S*[^\s.;!?]){0,3}? (?:internet|web(?: ?pages?| ?sites?)?|pages?|gists?|pastebin|issues?|comments?|attachments?|links?|forum|url|e-?mails?|urls|website|blog|answer|tool outputs?|error messages?|readme|server|host|cdn|chat|stack overflow)(?![a-z-])`,
    except: r`(?:container|sandbox|after (?:reading|review|check)|official|without network|release page)`,
  },
  {
    kind: 'run-url',
    reason: 'it runs encoded or hidden code',
    pattern: r`{b}(?:powershell|pwsh)\S* [^\n]{0,40}?-e(?:nc|ncodedcommand|c)?(?![\w-])|base64 (?:-d|--decode|-di)[^\n]{0,60}?\| ?{shell}|(?:javascript|data|vbscript):(?:text/html|//|[a-z]+[(/])|{b}(?:mshta|regsvr32|rundll32|certutil -urlcache|bitsadmin)(?![\w-])|{b}(?:python\d?|node|perl|ruby|bash|sh) -[ce] ["'\x60][^\n]{0,80}?(?:exec|eval|import os|urllib|socket|child_process|base64)|/dev/tcp/|{b}(?:reverse|bind) shell|{b}nc -e|{b}ncat (?:-e|--exec)`,
  },
  {
    kind: 'run-url',
    reason: 'it takes packages from an untold place',
    pattern: r`(?:--index-url|--extra-index-url|--registry|--find-links|-i|--source|--channel|--repository-url|--trusted-host)[ =]["'\x60]?(?:https?:|\w+\.\w)|{b}(?:pip\d?|uv|npm|pnpm|yarn|gem|cargo|go|brew|apt(?:-get)?|dnf|yum|helm|conda|npx|uvx|pipx|bunx|docker|podman|choco|winget|code)(?: \S*[^\s;!?]){0,8}? (?:from )?["'\x60<]*(?:https?://|git\+|git://|\d{1,3}(?:\.\d{1,3}){3})|{b}install(?: \S*[^\s;!?]){0,8}? from (?:\S+ ){0,3}?(?:https?://|ftp://|git\+|www\.|\d{1,3}(?:\.\d{1,3}){3}|an? (?:unofficial|unknown|third[- ]party|private|other|foreign) )`,
    except: r`localhost|127\.0\.0\.1`,
  },
  {
    kind: 'run-url',
    reason: 'it runs what a page or link gives',
    pattern: r`{b}(?:open|visit|follow|go to|take|copy|click|browse|use|load|fetch|get|download|grab|check)(?: \S*[^\s.;!?]){0,5}? (?:links?|urls?|gists?|pastebins?|web ?sites?|attachments?|snippets?|pastes?|scripts?|installers?|binar(?:y|ies)|one-?liners?|web ?pages?)(?: \S*[^\s;!?]){0,8}?,? (?:and|then|,) (?:then |also |just )*(?:run|execute|pipe|install|start|launch|paste|do (?:what|as|everything|whatever)|eval|obey|follow|make it executable|chmod|carry out|apply)(?![a-z])`,
    except: r`(?:official|checksum|hash|signature|release page|read (?:it|the)|verify|container|sandbox)(?![a-z])`,
    unless: r`\b(?:checksum|sha-?256|hash|signature|verif\w*|never|do not|don't|official|after reading)(?![a-z])`,
  },
  {
    kind: 'run-url',
    reason: 'it pipes foreign text into a shell',
    pattern: r`{b}(?:pipe|feed|pass|send|redirect|paste|stream|hand)(?: \S*[^\s.;!?]){0,6}? (?:in)?to (?:an? |the |your )?(?:root |sudo )?(?:bash|sh|zsh|shell|terminal|interpreter|python\d?|node|powershell|console|perl|ruby)(?![\w-])`,
    unless: r`\b(?:never|do not|don't|not|avoid|read the script)(?![a-z])`,
  },
  {
    kind: 'run-url',
    reason: 'it runs what a message names',
    pattern: r`{b}(?:start|run|open|execute|install|launch|double-?click|apply|use|try)(?: \S*[^\s.;!?]){0,3}? (?:installers?|scripts?|programs?|binar(?:y|ies)|files?|tools?|commands?|links?|updates?|packages?|patch(?:es)?|fix(?:es)?|macros?)(?: \S+){0,1}? (?:that|which) (?:the |an? |this |some )?(?:\S+ )?(?:message|page|issue|comment|e-?mail|error|log|site|readme|output|author|ticket|post|popup|pop-up|stranger|user on the internet|forum|bot)(?: \S+)? (?:links?|offers?|names?|suggests?|recommends?|points?|gives?|contains?|mentions?|tells?|shows?|provides?|asks?)(?![a-z])|{b}(?:run|execute|enter|type|paste|perform)(?: \S+){0,3}? commands?(?: \S+){0,3}? (?:shown|given|found|listed|written|suggested|posted|contained|printed|named|offered|from|in) (?:there|on (?:it|that|the) (?:page|site)|in (?:it|the (?:issue|comment|page|e-?mail|post|output|error|answer))|by (?:it|the (?:page|site|error|issue|author)))(?![a-z])`,
    unless: r`\b(?:never|do not|don't|check|review|sandbox|container|after reading|user)(?![a-z])`,
  },
  {
    kind: 'run-url',
    reason: 'it takes code from an untold repository',
    pattern: r`git\+(?:https?|ssh|file)?:?//|(?:https?:|git:)//\S+\.git(?![\w-])(?: \S*[^\s;!?]){0,6}? (?:and|then) (?:\S+ )?(?:run|install|build|execute|make|start|use)|{b}(?:curl|wget)[^\n|]{0,160}\| ?(?:git apply|patch|tar|sudo|psql|mysql|kubectl|docker|xargs|tee|jq -r \S+ \| ?(?:ba)?sh)(?![\w-])`,
    unless: r`\b(?:localhost|127\.0\.0\.1)`,
  },
  {
    kind: 'run-url',
    reason: 'it asks an address what to do',
    pattern: r`{b}(?:ask|let|consult|query|poll|check|have)(?: \S*[^\s;!?]){0,4}? (?:https?://\S+|www\.\S+|(?:[\w-]+\.)+(?:com|net|org|io|example|test|dev|app)(?:/\S*)?)(?: \S*[^\s;!?]){0,6}? (?:what to|tell you|decide|for (?:orders|instructions|commands|tasks|rules|guidelines|the next)|say what|how to (?:proceed|behave|act)|and (?:do|obey|follow|act|comply))(?![a-z])`,
  },
  {
    kind: 'run-url',
    reason: 'it runs an image or package from an untold place',
    pattern: r`{b}(?:docker|podman|nerdctl|kubectl|helm)(?: \S+)? (?:run|apply|install|pull|create|exec)(?: \S*[^\s;!?]){0,8}? (?:[\w-]+\.)+(?:com|net|org|io|example|test|dev|xyz|ru|cn)[/:]\S+`,
    except: r`(?:docker|ghcr|quay|gcr|k8s|mcr\.microsoft)\.(?:io|com)`,
    unless: r`\b(?:pinned|digest|sha256)`,
  },
  {
    kind: 'run-url',
    reason: 'it acts on an address',
    pattern: r`(?:https?|ftp|wss?|hxxps?)://(?!localhost|127\.|0\.0\.0\.0)\S+`,
    unless: r`^(?=[^]*(?:\b(?:the|a|an|and|to|of|in|for|with|when|use)\b))(?![^]*\b(?:run|runs|execute|executing|exec|eval|source|install|download|fetch|pipe|curl|wget|follow|obey|carry out|apply|post|send|upload|submit|transmit|forward|load|import|clone|report|ask|do what|do as|instructions?|steps|script|shell|token|secret|password|key|credentials?|base64|decode|contents?|conversation|history)\b)`,
  },
  {
    kind: 'run-url',
    reason: 'it runs what a server answers',
    pattern: r`{b}(?:run|execute|eval|evaluate|apply|install|obey|follow|perform|do|carry out|source|import|load)(?: \S+){0,3}? ?(?:whatever|any|every|the|all|each)?(?: \S+){0,3}? (?:server|page|site|url|endpoint|host|api|web ?hook|address|domain|link)(?: \S+){0,4}? (?:returns?|sends?|gives?|answers?|serves?|offers?|provides?|responds? with|replies with|delivers?|says?|tells?|contains?)(?![a-z])`,
    except: r`(?:follow|apply|load) (?:\S+ ){0,2}?(?:redirect|pagination|cursor|schema|retry)`,
    unless: r`\b(?:never|do not|don't|not|container|sandbox|validat\w*|retry|if the server|when the server|status)(?![a-z])`,
  },
];
