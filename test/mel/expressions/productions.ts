import {
  ANY_FORMS,
  GRID_FORMS,
  ITEM_FORMS,
  ITEMS_FORMS,
  NULLABLE_ITEM_FORMS,
  NUMBERS_FORMS,
  RECORD_FORMS,
  STRINGS_FORMS,
  SURE_ITEM_FORMS,
} from './containers.ts';
import { BOOLEAN_FORMS, NULLABLE_NUMBER_FORMS, NULLABLE_STRING_FORMS, NUMBER_FORMS, STRING_FORMS } from './scalars.ts';
import type { Productions } from './writer.ts';

/** Every form by the type it gives. */
export const PRODUCTIONS: Productions = {
  number: NUMBER_FORMS,
  string: STRING_FORMS,
  boolean: BOOLEAN_FORMS,
  'number?': NULLABLE_NUMBER_FORMS,
  'string?': NULLABLE_STRING_FORMS,
  numbers: NUMBERS_FORMS,
  strings: STRINGS_FORMS,
  items: ITEMS_FORMS,
  grid: GRID_FORMS,
  item: ITEM_FORMS,
  sureItem: SURE_ITEM_FORMS,
  'item?': NULLABLE_ITEM_FORMS,
  record: RECORD_FORMS,
  any: ANY_FORMS,
};
