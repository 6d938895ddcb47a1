import type { PassResult } from '../../../src/mel/engine/program.ts';
import type { Json } from '../../../src/mel/schema/ir.ts';

/** An intent of a season, and what has to stand after it. */
export interface SeasonStep {
  readonly action: string;
  readonly input?: { readonly [parameter: string]: Json };
  readonly status: PassResult['status'];
  /** The code of the author, of an error; that of the gate, of a blocked intent. */
  readonly code?: string;
  /** gradeError, profitError, doubtfulTurns, restLeft, richEnough, trust. */
  readonly numbers: readonly [number, number, number, number, number, number];
  /** Other values that this step is there to show. */
  readonly also?: { readonly [name: string]: Json };
}

/** Forecasts that go wrong until the method changes, and a season that ends. All numbers are exact. */
export const SEASON: readonly SeasonStep[] = [
  { action: 'setOut', input: { digs: 3, surveys: 1 }, status: 'complete', numbers: [0, 0, 0, 0, 0.55, 1] },
  {
    action: 'consider',
    input: { known: 'bend', knownYield: 0.5, unknown: 'ridge', unknownYield: 0.75 },
    status: 'complete',
    numbers: [0, 0, 0, 0, 0.55, 1],
    also: { shouldSurvey: true, shouldDig: false },
  },
  { action: 'forecast', input: { grade: 1, profit: 0.5 }, status: 'complete', numbers: [0, 0, 0, 0, 0.55, 1] },
  {
    action: 'survey',
    status: 'complete',
    numbers: [0, 0, 0, 0, 0.55, 1],
    also: { surveysLeft: 0, surveysMade: 1, shouldSurvey: false, shouldDig: true },
  },
  {
    action: 'assay',
    input: { grade: 0.25, profit: 1 },
    status: 'complete',
    numbers: [0.75, 0.5, 0, 0, 0.55, 0.375],
    also: { isTrusted: false, mayChange: true },
  },
  { action: 'reflect', input: { inDoubt: true }, status: 'complete', numbers: [0.75, 0.5, 1, 0, 0.55, 0.375] },
  { action: 'forecast', input: { grade: 0, profit: 0 }, status: 'complete', numbers: [0.75, 0.5, 1, 0, 0.55, 0.375] },
  {
    action: 'assay',
    input: { grade: 1, profit: 0 },
    status: 'complete',
    numbers: [0.8125, 0.375, 1, 0, 0.55, 0.40625],
  },
  { action: 'reflect', input: { inDoubt: true }, status: 'complete', numbers: [0.8125, 0.375, 2, 0, 0.55, 0.40625] },
  {
    action: 'change',
    input: { reason: 'too soon' },
    status: 'error',
    code: 'NOT_DUE',
    numbers: [0.8125, 0.375, 2, 0, 0.55, 0.40625],
    also: { nextMethod: null, shouldChange: false, changes: 0 },
  },
  {
    action: 'compare',
    input: { usual: 0.25, harder: 0.5, wider: 0.5 },
    status: 'complete',
    numbers: [0.8125, 0.375, 2, 0, 0.55, 0.40625],
    also: { nextMethod: 'dig_harder', nextRichEnough: 0.5, shouldChange: true },
  },
  {
    action: 'change',
    input: { reason: 'poor ground' },
    status: 'complete',
    numbers: [0.8125, 0.375, 0, 3, 0.5, 0.40625],
    also: { method: 'dig_harder', changes: 1, lastReason: 'poor ground' },
  },
  {
    action: 'survey',
    status: 'blocked',
    code: 'ACTION_UNAVAILABLE',
    numbers: [0.8125, 0.375, 0, 3, 0.5, 0.40625],
  },
  {
    action: 'assay',
    input: { grade: 0, profit: 0 },
    status: 'complete',
    numbers: [0.609375, 0.28125, 0, 2, 0.5, 0.5546875],
  },
  {
    action: 'goHome',
    input: { how: 'before the snow' },
    status: 'complete',
    numbers: [0.609375, 0.28125, 0, 2, 0.5, 0.5546875],
    also: { stage: 'home', homecoming: 'before the snow' },
  },
  {
    action: 'dig',
    status: 'blocked',
    code: 'ACTION_UNAVAILABLE',
    numbers: [0.609375, 0.28125, 0, 2, 0.5, 0.5546875],
  },
];
