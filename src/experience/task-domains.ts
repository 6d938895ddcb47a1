import { OTHER_DOMAIN, toolDomain } from '../telemetry/tool-domain.ts';

export interface DomainRequest {
  readonly task: string;
  /** Domains that the task says it is about; where there are any, nothing is inferred. */
  readonly labels?: readonly string[];
  /** Normalised names of the tools at hand. */
  readonly tools?: readonly string[];
  /** Domains of tools that the user has set. */
  readonly overrides?: Readonly<Record<string, string>>;
}

/** With more than this many domains a task is about none in particular. */
const MOST_DOMAINS = 2;
const WORD = /[\p{L}\p{N}_]+(?:[-./:+][\p{L}\p{N}_]+)*/gu;
const QUOTED = /`([^`\s]+)(?:\s[^`]*)?`/g;

/** Domains of a task: its labels, else what its words and the tools that it names tell; none where they tell more than two. */
export function taskDomains({ task, labels = [], tools = [], overrides = {} }: DomainRequest): readonly string[] {
  if (labels.length > 0) return [...new Set(labels)];
  const domains = new Set<string>();
  const words = wordsOf(task);
  for (const [index, word] of words.entries()) {
    const next = words[index + 1];
    for (const key of next === undefined ? [word] : [word, `${word} ${next}`]) {
      const domain = KEYWORDS.get(key);
      if (domain !== undefined) domains.add(domain);
    }
  }
  for (const name of toolsIn(task, words, tools)) {
    const domain = toolDomain(name, overrides);
    if (domain !== OTHER_DOMAIN && !(domain === 'shell' && name.startsWith('shell:'))) domains.add(domain);
  }
  return domains.size > MOST_DOMAINS ? [] : [...domains].sort();
}

function wordsOf(task: string): readonly string[] {
  return Array.from(task.normalize('NFC').toLowerCase().matchAll(WORD), ([word]) => word);
}

/** Tools at hand that a task names, and programs: those whose name is no other word too, and whatever stands in backticks. */
function toolsIn(task: string, words: readonly string[], tools: readonly string[]): readonly string[] {
  const named = new Set(words);
  const atHand = tools.filter((tool) => /[_./:-]/.test(tool) && named.has(tool.replace(/^shell:/, '')));
  const quoted = Array.from(task.toLowerCase().matchAll(QUOTED), ([, name = '']) => name);
  return [
    ...atHand,
    ...quoted.flatMap((name) => [name, `shell:${name}`]),
    ...words.filter((word) => PLAIN_PROGRAMS.has(word)).map((word) => `shell:${word}`),
  ];
}

/** Programs whose name is hardly ever another word. Those of the web stand in for many things, so they are left out. */
const PLAIN_PROGRAMS: ReadonlySet<string> = new Set(
  [
    'rg egrep fgrep grep mkdir rmdir chmod chown gzip gunzip eslint vitest mocha pip3 pytest mypy rustc gofmt',
    'cmake javac gradle rspec phpunit kubectl kustomize minikube k9s terraform ansible ansible-playbook pulumi gcloud',
    'systemctl journalctl nginx dbt spark-submit',
  ]
    .join(' ')
    .split(' '),
);

/** Words, or two of them, that belong to one domain. A common word would hide what a task of another domain needs. */
const KEYWORDS: ReadonlyMap<string, string> = new Map(
  (
    [
      [
        'k8s',
        'kubernetes, k8s, pod, pods, kubelet, configmap, configmaps, daemonset, statefulset, replicaset, crashloopbackoff, imagepullbackoff, oomkilled, helm chart, docker compose, docker image, container image, dockerfile, liveness probe, readiness probe',
      ],
      [
        'devops',
        'ci pipeline, deploy pipeline, load balancer, systemd, github actions, gitlab ci, jenkins, cloudformation, prometheus, grafana, terraform state, s3 bucket, tls certificate, playbook, playbooks, infrastructure',
      ],
      [
        'ds',
        'pandas, dataframe, dataframes, numpy, notebook, notebooks, training data, training set, test set, machine learning, cross validation, data leakage, scikit-learn, sklearn, pytorch, regression model, classifier, histogram',
      ],
      [
        'code',
        'typescript, refactor, refactoring, compiler, unit test, unit tests, failing test, failing tests, stack trace, type error, type errors, typeerror, linter, importerror, merge conflict, rebase, borrow checker, codebase, source code',
      ],
      ['shell', 'bash, zsh, shell script, shell scripts, bash script, shellcheck, crontab'],
      ['fs', 'symlink, symlinks, file permissions, disk space, directory tree, folder tree, parent directory'],
      ['search', 'regular expression search, code search, search pattern, text search'],
    ] as const
  ).flatMap(([domain, words]) => words.split(', ').map((word): [string, string] => [word, domain])),
);
