import type { ScreenRule } from '../screen-rule.ts';

const r = String.raw;

/** Sending data away. */
export const EXFILTRATE_RULES: readonly ScreenRule[] = [
  {
    kind: 'exfiltrate',
    reason: 'it sends data to an address',
    pattern: r`{b}(?:send|sends|sending|post|posts|posting|upload|uploads|uploading|e-?mail|mail|forward|transmit|exfiltrate|leak|submit|beacon|dm|ship|relay|stream|mirror|sync|copy|deliver|ftp|scp|rsync|paste|push|bcc|cc|curl|put|drop|save|store|back ?up|pass|share|log|write|pipe|hand)(?: \S*[^\s;!?]){0,14}?(?: (?:to|at|into|via|on|with|through|under)|[:,])? [("'\x60<]*(?:{mailto}|(?:https?|ftp|wss?|hxxps?|tcp|udp|sftp)://)`,
    except: r`^(?:write|push|put|save|store|log|share|pass|copy|mirror|sync|submit|post) (?:\S+ ){0,4}(?:link|url|address|docs?|documentation|reference|spec)(?![a-z])`,
  },
  {
    kind: 'exfiltrate',
    reason: 'it sends secrets away',
    pattern: r`{b}{send}(?: (?!(?:with|using|by|via|through|after|once|when|if|unless|without|until|before|instead)(?![a-z]))\S*[^\s.;!?]){0,8}? (?:{secretfile}|{secret}|{environment}|{desecret}|{frsecret}|{essecret})(?: \S*[^\s;!?]){0,10}? [("'\x60<]*{sink}`,
    except: r`(?:{secret})(?:'s)? (?:names?|scopes?|hash(?:es)?|expiry|ids?|count|usage|limits?)(?![a-z])`,
  },
  {
    kind: 'exfiltrate',
    reason: 'it puts secrets where others read them',
    pattern: r`{b}(?:send|post|upload|e-?mail|mail|forward|attach|paste|publish|share|include|embed|append|add|put|write|print|echo|dump|copy|insert|encode|quote|report|log|drop|hide|expose|disclose|reveal|smuggle|commit|message)(?: (?!(?:with|using|by|via|through|after|once|when|if|unless|without|until|before|instead|whether)(?![a-z]))\S*[^\s.;!?]){0,7}? (?:{secretfile}|(?:(?:the|your|our|all|any|every|user'?s?|customer'?s?|session|current|plain|real|admin|database|full|actual|value of|values of|production|live) )+{secret}|{environment}|{ownwork} history)(?: \S*[^\s;!?]){0,6}? (?:in|into|to|on|as|at|inside|within|with|under|through)(?: \S*[^\s.;!?]){0,4}? {place}{e}`,
    except: r`(?:{secret})(?:'s)? (?:names?|scopes?|hash(?:es)?|expiry|ids?|count|usage|limits?|length|type|format)(?![a-z])|{place}(?:'s)? (?:format|schema|template)|placeholder|redacted|masked|(?:log|error) (?:if|when|whether)`,
  },
  {
    kind: 'exfiltrate',
    reason: 'it sends away what the agent works on',
    pattern: r`{b}(?:send|post|upload|e-?mail|mail|forward|transmit|exfiltrate|leak|submit|beacon|ship|relay|stream|mirror|sync|copy|deliver|ftp|scp|rsync|paste|push|bcc|cc|publish|share|report|attach|back ?up|save|hand over|disclose|embed|encode|pipe|write|put|dump|export|move|print|add|append|echo|drop)(?: \S*[^\s.;!?]){0,6}? {ownwork}(?: \S*[^\s;!?]){0,8}? (?:to|at|into|via|on|with|under|in) (?:\S+ ){0,3}?[("'\x60<]*{sink}`,
    except: r`(?:git|container|package|npm|image|helm) (?:\S+ )?(?:registry|remote)`,
  },
  {
    kind: 'exfiltrate',
    reason: 'it hides data in an address',
    pattern: r`!\[[^\]\n]*\]\(\s*<?(?:https?:|//|data:)|\]\(\s*<?(?:https?:)?//[^)\s]*[?&=][^)\s]*(?:\{|\$|%|secret|token|data|cookie|key|pass|env|content|prompt)[^)\s]*\)|<img[^>\n]*src|{b}(?:nslookup|dig|host|ping|resolve|resolv\w+|look(?:ing)? (?:it |them |this )?up|query|request|open|load|visit|call)(?: \S*[^\s;!?]){0,8}? (?:\$\(|base64|hex|encoded|made (?:up )?of|followed by|as (?:an? )?subdomains?|subdomains? of|dns (?:name|query|lookup))(?: \S*[^\s;!?]){0,8}?(?:$|[\s.,])|{b}(?:base64|hex|hex-?encod\w*|url-?encod\w*|encod\w*|gzip\w*|zip|tar|compress\w*)(?: \S*[^\s.;!?]){0,5}? (?:{secretfile}|{environment}|(?:the |your |all )*{secret})(?: \S*[^\s;!?]){0,10}? (?:and|then|followed|into|as|in|to|before)(?![a-z])`,
  },
  {
    kind: 'exfiltrate',
    reason: 'it pipes files or variables into the network',
    pattern: r`{b}(?:cat|env|printenv|history|tar|zip|base64|xxd|gzip|find|grep|set|export|head|tail|git|ls|dump|mysqldump|pg_dump)(?![\w-])[^\n]{0,80}?\| ?(?:curl|nc|ncat|netcat|wget|ssh|mail|sendmail|openssl|socat|telnet|http|xargs curl)(?![\w-])|{b}(?:curl|wget|http|httpie|iwr|irm|invoke-webrequest|invoke-restmethod|nc|ncat|scp|rsync|ftp)(?![\w-])[^\n]{0,120}?(?:\$\(|\x60[a-z]|@(?:~|/|\.)|--post-file|--upload-file|<\s?(?:~|/|\.)|{secretfile}|\$\{?\w*(?:token|key|secret|pass)\w*\}?)(?:[^\n]{0,80}?(?:https?://|{mailto}|\w\.\w)|)`,
    except: r`^curl [^\n]*(?:header|-h )[^\n]*\$\{?\w+$`,
    isWeak: true,
  },
  {
    kind: 'exfiltrate',
    reason: 'it collects what users say',
    pattern: r`{b}(?:record|collect|gather|harvest|capture|log|store|note|keep|save|compile|accumulate|scrape)(?: \S*[^\s.;!?]){0,5}? (?:{secret}|{ownwork})(?: \S*[^\s;!?]){0,10}? (?:and|then|so that|to|for) (?:\S+ ){0,3}?(?:send|post|upload|forward|e-?mail|mail|transmit|submit|sell|exfiltrate|leak|ship|relay|publish)(?![a-z])|{b}(?:bcc|blind copy|forward|redirect|copy|cc)(?: \S*[^\s.;!?]){0,3}? (?:every|all|each|any|incoming|outgoing|a copy of)(?: \S*[^\s.;!?]){0,5}? (?:to|an) (?:\S+ ){0,3}?(?:{sink}|an? (?:external|outside|private|other|second|hidden) )`,
  },
  {
    kind: 'exfiltrate',
    reason: 'it sends secrets away',
    pattern: r`{b}(?:{secret}|{secretfile}|{environment}|screen ?shots?|{ownwork})(?: \S+){0,6}? (?:belongs? (?:in|to|on|into)|goes? (?:to|into)|go (?:to|into)|(?:should|must|may|can|has to|have to|is to|are to|shall|needs? to) (?:also |always )?be (?:sent|uploaded|posted|mailed|e-?mailed|forwarded|shared|copied|published|attached|pasted|added|included|submitted|transmitted|delivered|appended|made (?:public|available)))(?: \S+){0,6}? ?(?:public\w*|upload\w*|{sink}|{place}|anyone|everyone|partner|vendor|outside|author)(?![a-z])`,
    except: r`^(?:logs?|queries|questions?|documents?|prompts?|diff|files?|answers?|everything|secrets?|tokens?|contacts|input) (?:\S+ ){0,3}?(?:belongs?|goes?|go|should be|must be) `,
  },
  {
    kind: 'exfiltrate',
    reason: 'it makes private things public',
    pattern: r`{b}(?:upload|publish|post|share|put|push|make|release|expose|drop|paste|open)(?: \S*[^\s.;!?]){0,6}? (?:{secretfile}|(?:the |all |your |user'?s |our |private |internal |secrets? )+(?:keys?|secrets?|credentials?|conversation|source|files|code|folder|data|database|customers?|table|transcript|history))(?: \S*[^\s;!?]){0,6}? (?:public(?:ly)?|to the (?:internet|world|web|author|vendor|partner|outside)|on the (?:internet|web)|world[- ]readable|to (?:everyone|anyone|strangers|whoever))(?![a-z-])`,
    unless: r`\b(?:never|do not|don't|not|no|check)(?![a-z])`,
  },
  {
    kind: 'exfiltrate',
    reason: 'it names where data goes',
    pattern: r`{b}(?:send|post|upload|e-?mail|mail|forward|transmit|submit|report|attach|give|hand|copy|share|deliver|pass|provide|supply|ship|write|publish|paste|append|add|leak|pipe|mirror|sync|back up|export|dump|stream|log|notify|tell|call|calling|ping|request|requesting|fetch|open|load)(?: \S*[^\s;!?]){0,18}? [("'\x60<]*(?:(?:https?|ftp|wss?)://(?!localhost|127\.|0\.0\.0\.0)\S*(?:\$\(|\{|\$\w|<\w+>|%s|\?\w+=)|{mailto})`,
    except: r`^(?:report|open|load|fetch|add|call|request|notify|tell|write) (?:\S+ ){0,6}(?:security@|support@|docs|documentation|link)`,
  },
  {
    kind: 'exfiltrate',
    reason: 'it sends secrets away',
    pattern: r`{b}(?:send|post|upload|e-?mail|mail|forward|transmit|submit|attach|give|hand|copy|share|deliver|pass|provide|supply|publish|paste|append|add|put|include|embed|leak|pipe|export|dump|write|print)(?: (?!(?:with|using|by|via|after|once|when|if|unless|without|until|whether)(?![a-z]))\S*[^\s.;!?]){0,7}? (?:{secretfile}|(?:the |your |our |all |any |every |user'?s? |session |database |admin |deploy |private |api |ssh |access |root )+(?:keys?|passwords?|passphrases?|secrets?|credentials?|cookies?|tokens?|pins?)|{environment}|values? of (?:all |the |every )?(?:environment|secret)\S*)(?: \S*[^\s;!?]){0,8}? (?:to|into|in|on|at|for|as)(?: \S*[^\s.;!?]){0,3}? (?:support|vendor|author|request|public\w*|registry|label|footer|header|chat ?bot|helpdesk|maintainers?|partner|mailing list|ticket|tickets|customer|image|artefact|artifact|build|release|log|logs|banner|page|wiki|report|everyone|anyone|whoever|third|stranger|community|forum|slack|channel|bucket|screen|console|stdout|answer|reply|repl(?:y|ies)|answers|response|comment|message|commit|metadata|tag|title|name|url|query|path|document|spreadsheet|survey|form)(?![a-z])`,
    except: r`(?:request|authorization) headers? (?:of|for|with)|^(?:add|put|write|pass|provide|supply|include|copy) (?:\S+ ){0,6}(?:to|in|into|on|at|for|as) (?:\S+ ){0,3}(?:secret store|vault|keychain|header|headers|form|screen|name|path|build|console|image|log|logs|registry)$|names? of|scopes? of|hash of|expiry`,
    unless: r`\b(?:never|do not|don't|not|no|placeholder|masked|redact\w*|scanner|keep .* out)(?![a-z])`,
  },
  {
    kind: 'exfiltrate',
    reason: 'it hands data to outsiders',
    pattern: r`{b}(?:send|post|upload|e-?mail|mail|forward|transmit|submit|attach|give|hand|copy|share|deliver|pass|provide|supply|publish|paste|append|add|leak|export|dump|stream|show|disclose)(?: \S*[^\s.;!?]){0,6}? (?:{ownwork}|database|customers?|private \S+|internal \S+|salaries|invoices|contracts|medical \S+|personal \S+)(?: \S*[^\s;!?]){0,5}? (?:to|with|into|in|on|at|for|as) (?:\S+ ){0,3}?(?:vendors?|partners?|suppliers?|competitors?|strangers?|forums?|public\w*|gists?|pastebins?|pastes?|blogs?|social media|press|journalists?|third part(?:y|ies)|outsiders?|author|helpdesk|internet|web)(?:'s)?(?![a-z-])`,
    except: r`(?:public|web) (?:api|interface|method|key|folder|root|server|page|function|repo)`,
    unless: r`\b(?:never|do not|don't|not|no|only|redact\w*|removing|anonymi[sz]\w*|masked|after|consent|approved|without)(?![a-z])`,
  },
  {
    kind: 'exfiltrate',
    reason: 'it uses names or links as a way out',
    pattern: r`{b}dns(?![a-z])(?: \S*[^\s;!?]){0,12}? (?:{secret}|{secretfile}|{environment}|data|files?|contents?)(?![a-z])|(?:{secret}|{secretfile}|{environment})(?: \S*[^\s;!?]){0,12}? (?:via|over|through|by|as|using|in) (?:the )?(?:dns|icmp|ping|subdomains?|user[- ]agent|referer|query strings?|image (?:links?|urls?)|qr ?codes?|steganograph\w*|white ?space|commit timestamps?)(?![a-z])`,
    unless: r`\b(?:never|do not|don't|not|no|avoid|nobody|without|refuse|rather|instead|only)(?![a-z])`,
  },
  {
    kind: 'exfiltrate',
    reason: 'it publishes what is private',
    pattern: r`{b}(?:publish|post|upload|share|put|paste|drop|dump|release)(?: \S*[^\s.;!?]){0,6}? (?:as|to|in|on|into) (?:an? |the |some )?(?:public |open |anonymous |secret |unlisted )*(?:gists?|pastebins?|pastes?|forums?|blogs?|file sharing|file host\w*|paste sites?|transfer\.sh|drop ?box|google drive|telegram|discord|twitter|reddit|hacker news)(?![a-z])`,
    unless: r`\b(?:never|do not|don't|not|no|release notes|announce\w*)(?![a-z])`,
  },
  {
    kind: 'exfiltrate',
    reason: 'it names where data goes',
    pattern: r`{b}(?:send|ship|upload|forward|transmit|submit|leak|exfiltrate|beacon|mail|e-?mail|deliver|relay|report|sync|mirror|push|scp|rsync|copy|back up|post)(?: \S*[^\s;!?]){0,14}? (?:to|at|onto|into)(?: \S+){0,2}? [("'\x60<]*(?:(?:[\w-]+\.)+(?:com|net|org|io|example|test|invalid|xyz|ru|cn|dev|app|info|biz|site|online|top|cc)(?:[/:]\S*)?|git@\S+|{mailto})(?![\w(])`,
    except: r`(?:docker|ghcr|npmjs|pypi|github|gitlab|quay|gcr)\.(?:io|com|org)|security@|noreply@`,
  },
  {
    kind: 'exfiltrate',
    reason: 'it puts private data into requests',
    pattern: r`{b}(?:put|include|add|append|embed|pass|attach|write|encode|insert|place|send|carry|smuggle)(?: \S*[^\s.;!?]){0,8}? (?:tokens?|secrets?|passwords?|cookies?|keys?|e-?mail addresses|e-?mail address|addresses|address|phone|names?|contents?|conversation|message|data|session|credentials?)(?: \S+){0,4}? (?:as|in|into|to|with|on) (?:\S+ ){0,3}?(?:tracking|pixels?|beacons?|query (?:string|parameters?)|query|parameters?|image (?:urls?|links?)|referr?er|user[- ]agent|dns|subdomains?|search (?:query|terms?))(?![a-z])`,
    except: r`(?:page|next|cursor|csrf|continuation|pagination|api version|version|idempotency|search|filter|sort|language|locale|file|field|column|variable|parameter|host|tool|branch|table|placeholder) (?:\S+ )?(?:tokens?|keys?|names?|data|contents?|message|address\w*)`,
    unless: r`\b(?:never|do not|don't|not|no|avoid|bound|placeholders?|prepared|sql|instead|hash\w*|without)(?![a-z])`,
  },
  {
    kind: 'exfiltrate',
    reason: 'it puts secrets where others read them',
    pattern: r`{b}(?:send|post|upload|attach|paste|publish|share|include|embed|append|add|put|write|print|report|log|show|commit|mail|quote|turn)(?: \S*[^\s.;!?]){0,8}? (?:{secret}|{secretfile}|{environment})(?: \S*[^\s.;!?]){0,6}? (?:public\w*|qr ?codes?|everyone|world|forum|strangers?|third part\w+)(?![a-z])`,
    except: r`public (?:keys?|part|half|certificate)`,
    unless: r`\b(?:never|do not|don't|not|no|avoid|before|without|instead|remove|removing|redact\w*|masked)(?![a-z])`,
  },
  {
    kind: 'exfiltrate',
    reason: 'it includes secrets in what goes out',
    pattern: r`{b}(?:including|incl\.|together with|along with|inclusive of|with all|with the) (?:all |the |your |any |its |their |user'?s? |full |plain )*(?:{secret}|{environment})(?![a-z-])`,
    except: r`(?:with the|with all|together with|along with) (?:\S+ )?(?:tokens?|cookies?|pins?|keys?|secrets?|credentials?|{secret})$`,
    unless: r`\b(?:never|do not|don't|not|no|without|remov\w*|redact\w*|except|before|hash\w*|rotat\w*|revok\w*|mask\w*|delet\w*|scan\w*)(?![a-z])`,
  },
];
