import { csv } from './csv.ts'
import { jsonl } from './jsonl.ts'
import { parquet } from './parquet.ts'
import type { RowFormat } from './row-file.ts'

export const formats: readonly RowFormat[] = [csv, jsonl, parquet]
