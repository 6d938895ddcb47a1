import { describe, expect, test } from 'vitest';
import { taskDomains } from './task-domains.ts';

describe('the domains of a task', () => {
  test('are its labels where it has any', () => {
    expect(taskDomains({ task: 'Restart the pods', labels: ['retail'] })).toEqual(['retail']);
  });

  test('are told by its words, and by two words together', () => {
    expect(taskDomains({ task: 'Why do the Pods restart?' })).toEqual(['k8s']);
    expect(taskDomains({ task: 'Add unit tests for the parser' })).toEqual(['code']);
  });

  test('are told by programs that it names', () => {
    expect(taskDomains({ task: 'run kubectl get' })).toEqual(['k8s']);
    expect(taskDomains({ task: 'Replace `find . -name x` by something faster' })).toEqual(['search']);
    expect(taskDomains({ task: 'find the bug and make it go' })).toEqual([]);
  });

  test('are told by tools at hand that it names, and by what the user says of them', () => {
    const request = { task: 'Call get_order first', tools: ['get_order'], overrides: { get_order: 'retail' } };
    expect(taskDomains(request)).toEqual(['retail']);
  });

  test('are none where nothing tells, or more than two do', () => {
    expect(taskDomains({ task: 'Book a flight to Oslo' })).toEqual([]);
    expect(taskDomains({ task: 'pods, pandas' })).toEqual(['ds', 'k8s']);
    expect(taskDomains({ task: 'pods, pandas and symlinks' })).toEqual([]);
  });
});
