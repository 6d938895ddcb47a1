import { readFileSync } from 'node:fs';

const table = new URL('./generated/rates.json', import.meta.url);

/** Price of a parcel of `kg` kilograms into `zone`. */
export function quote(zone, kg) {
  if (!(kg > 0)) throw new RangeError('a parcel weighs more than nothing');
  const rates = JSON.parse(readFileSync(table, 'utf8'));
  const rate = rates.find((each) => each.zone === zone && kg <= each.upToKg);
  return rate === undefined ? null : rate.price;
}

/** A price as it is printed on the label. */
export function label(price, currency) {
  return `${price.toFixed(2)} ${currency}`;
}
