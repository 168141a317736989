import assert from 'node:assert/strict'
import { facts as table } from '../../brand/facts/all.ts'
import type { FactOwner } from '../../brand/facts/view.ts'
import type { FactArguments } from '../../brand/rules/arguments.ts'
import { CallView } from './call-view.ts'
import type { FactReader } from './reading.ts'

export function readerOf(name: string, given: FactArguments, owner: FactOwner): FactReader {
  const fact = table[name]
  assert(fact, `the fact ${name} of an applied file is known`)
  const { read } = fact
  return (facts) => read(new CallView(facts, given, owner))
}

export function costOf(name: string): 0 | 1 | 2 {
  return table[name]?.cost ?? 0
}
