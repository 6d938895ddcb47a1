import type { Amounts } from '../../../run/ledger/amounts.ts';
import type { Charge, Fund, LedgerRows, LedgerStore, Reservation } from '../../../run/ledger/ledger.ts';
import type { Usage } from '../../../run/usage.ts';
import type { Connection } from '../connection.ts';
import type { SqlRow } from '../driver.ts';
import { numberOf, numberOrNullOf, textOf, textOrNullOf, versionOf } from '../row.ts';

/** The accounts of runs and their children in a library. */
export function ledgerStore(connection: Connection): LedgerStore {
  const rows = ledgerRows(connection);
  return {
    read: (body) => connection.read(() => body(rows)),
    write: (body) => connection.write(() => body(rows)),
  };
}

function ledgerRows(connection: Connection): LedgerRows {
  const all = (sql: string, ...values: readonly (string | number)[]) => connection.statement(sql).all(...values);
  return {
    fund: (run, cycle) => all('SELECT * FROM ledger_funds WHERE run = ? AND cycle = ?', run, cycle).map(fundOf)[0],
    openFunds: (run) => all('SELECT * FROM ledger_funds WHERE run = ? AND is_open = 1', run).map(fundOf),
    fundsOn: (reservation) => all('SELECT * FROM ledger_funds WHERE reservation = ?', reservation).map(fundOf),
    addFund: ({ v, run, cycle, reservation, amounts, concurrency, pid, startTime, isOpen }) => {
      connection
        .statement(
          `INSERT INTO ledger_funds (v, run, cycle, reservation, tool_calls, children, concurrency, pid, start_time,
           is_open) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(
          v,
          run,
          cycle,
          reservation,
          amounts.toolCalls,
          amounts.children,
          concurrency,
          pid,
          startTime,
          Number(isOpen),
        );
    },
    closeFund: (run, cycle) => {
      connection.statement('UPDATE ledger_funds SET is_open = 0 WHERE run = ? AND cycle = ?').run(run, cycle);
    },
    reservation: (id) => all('SELECT * FROM ledger_reservations WHERE id = ?', id).map(reservationOf)[0],
    reservationsOf: (run, cycle) =>
      all('SELECT * FROM ledger_reservations WHERE run = ? AND cycle = ? ORDER BY rowid', run, cycle).map(
        reservationOf,
      ),
    addReservation: ({ v, id, run, cycle, holder, amounts, isOpen }) => {
      connection
        .statement(
          `INSERT INTO ledger_reservations (v, id, run, cycle, holder, tool_calls, children, is_open)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(v, id, run, cycle, holder, amounts.toolCalls, amounts.children, Number(isOpen));
    },
    closeReservation: (id) => {
      connection.statement('UPDATE ledger_reservations SET is_open = 0 WHERE id = ?').run(id);
    },
    charges: (reservation) => all('SELECT * FROM ledger_charges WHERE reservation = ?', reservation).map(chargeOf),
    chargesFor: (purpose) =>
      all('SELECT * FROM ledger_charges WHERE purpose = ? ORDER BY rowid', purpose).map(chargeOf),
    addCharge: ({ reservation, purpose, amounts: { toolCalls, children }, openCalls, usage }) => {
      connection
        .statement(
          `INSERT INTO ledger_charges (v, reservation, purpose, tool_calls, children, open_calls, input_tokens,
           cached_input_tokens, output_tokens, cost_microusd) VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(reservation, purpose, toolCalls, children, openCalls, ...used(usage));
    },
    tellCharge: (reservation, purpose, usage) => {
      connection
        .statement(
          `UPDATE ledger_charges SET open_calls = 0, input_tokens = ?, cached_input_tokens = ?, output_tokens = ?,
           cost_microusd = ? WHERE reservation = ? AND purpose = ?`,
        )
        .run(...used(usage), reservation, purpose);
    },
  };
}

function used(usage: Usage): readonly [number | null, number | null, number | null, number | null] {
  return [usage.inputTokens, usage.cachedInputTokens, usage.outputTokens, usage.costMicrousd];
}

function chargeOf(row: SqlRow): Charge {
  versionOf(row, 'a charge of the ledger', 1);
  return {
    reservation: textOf(row, 'reservation'),
    purpose: textOf(row, 'purpose'),
    amounts: amountsOf(row),
    openCalls: numberOf(row, 'open_calls'),
    usage: {
      inputTokens: numberOrNullOf(row, 'input_tokens'),
      cachedInputTokens: numberOrNullOf(row, 'cached_input_tokens'),
      outputTokens: numberOrNullOf(row, 'output_tokens'),
      costMicrousd: numberOrNullOf(row, 'cost_microusd'),
    },
  };
}

function amountsOf(row: SqlRow): Amounts {
  return { toolCalls: numberOf(row, 'tool_calls'), children: numberOf(row, 'children') };
}

function reservationOf(row: SqlRow): Reservation {
  return {
    v: versionOf(row, 'a reservation of the ledger', 1),
    id: textOf(row, 'id'),
    run: textOf(row, 'run'),
    cycle: numberOf(row, 'cycle'),
    holder: textOf(row, 'holder'),
    amounts: amountsOf(row),
    isOpen: numberOf(row, 'is_open') === 1,
  };
}

function fundOf(row: SqlRow): Fund {
  return {
    v: versionOf(row, 'a fund of the ledger', 1),
    run: textOf(row, 'run'),
    cycle: numberOf(row, 'cycle'),
    reservation: textOrNullOf(row, 'reservation'),
    amounts: amountsOf(row),
    concurrency: numberOf(row, 'concurrency'),
    pid: numberOf(row, 'pid'),
    startTime: textOf(row, 'start_time'),
    isOpen: numberOf(row, 'is_open') === 1,
  };
}
