import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { CommitInDoubt, faultOf, type StoreFault, TookTooLong } from '../../server/ground/database/fault.ts'

/** PostgreSQL's codes, as appendix A of its manual names them, and those of Node's sockets. */
const expected: Readonly<Record<StoreFault, readonly string[]>> = {
  conflict: ['40000', '40001', '40002', '40P01', '23505'],
  busy: ['55P03', '55006', '57000', '57014'],
  unwritable: ['53000', '53100', '53200', '53400', '25006', '58000', '58030', '58P01', '58P02', '58P03'],
  connection: [
    ...['08000', '08001', '08003', '08004', '08006', '08007', '08P01'],
    ...['28000', '28P01', '3D000', '40003', '53300', '25P03', '25P04'],
    ...['57P01', '57P02', '57P03', '57P04', '57P05', 'XX000'],
    ...['ECONNRESET', 'ECONNREFUSED', 'ECONNABORTED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOENT', 'ENOTFOUND'],
    ...['EAI_AGAIN', 'EPIPE', 'ETIMEDOUT', 'EMFILE', 'ENFILE'],
  ],
  doubt: [],
  bug: [
    ...['0A000', '21000', '22001', '22003', '22007', '22012', '22P02', '22P05', '23502', '23503', '23514', '23P01'],
    ...['25001', '25P01', '25P02', '2BP01', '3F000', '42501', '42601', '42703', '42P01', '42P05', '54000', '54001'],
    ...['55000', '55P02', 'F0000', 'P0001', 'P0004', 'XX001', 'XX002'],
    ...['ERR_ASSERTION', 'ERR_INVALID_ARG_TYPE', 'EACCES', '58', '53', ''],
  ],
}

const withCode = (code: string) => Object.assign(new pg.DatabaseError('', 0, 'error'), { code })

for (const [fault, codes] of Object.entries(expected)) {
  test(`codes that mean ${fault}`, () => {
    const wrong = codes.filter((code) => faultOf(withCode(code)) !== fault)
    assert.deepEqual(wrong, [])
  })
}

test('the driver’s own words, which come without a code', () => {
  const words = [
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Client has encountered a connection error and is not queryable',
    'timeout expired',
    'timeout exceeded when trying to connect',
    'Query read timeout',
  ]
  for (const text of words) assert.equal(faultOf(new Error(text)), 'connection', text)
})

test('what is no error of the store is a bug, except a wait of our own that took too long', () => {
  assert.equal(faultOf(new TypeError('x is undefined')), 'bug')
  assert.equal(faultOf('a text'), 'bug')
  assert.equal(faultOf(undefined), 'bug')
  assert.equal(faultOf(new TookTooLong('records')), 'busy')
})

test('a use of a public code that somebody else had is decided again; any other check is our own mistake', () => {
  const violating = (constraint: string) => Object.assign(withCode('23514'), { constraint })
  assert.equal(faultOf(violating('code_count_fits')), 'conflict')
  assert.equal(faultOf(violating('code_count_fits_102008')), 'conflict', 'as a distributed table calls it')
  assert.equal(faultOf(violating('code_count_used_check')), 'bug')
})

test('an error of a commit is a doubt, whatever its code', () => {
  for (const code of ['XX000', '57P01', '40001', '53100', '23505']) {
    assert.equal(faultOf(new CommitInDoubt(withCode(code))), 'doubt', code)
  }
  assert.equal(faultOf(new CommitInDoubt(new Error('Connection terminated unexpectedly'))), 'doubt')
})
