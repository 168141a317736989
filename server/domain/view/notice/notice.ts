import type { CardId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import type { NoticeType } from '../../brand/shapes/notice-types.ts'
import type { Call } from '../../decision/call.ts'

/** Something that happened and that a brand wants to be told. It contains no personal data. */
export interface Notice {
  readonly type: NoticeType
  /** The card that it is about. Notices of one card are told in order. */
  readonly cardId?: CardId
  /** Plain JSON. */
  readonly data: Readonly<Record<string, unknown>>
}

/** Identifies a notice. The id is the same for each attempt and each webhook. */
export interface NoticeName {
  readonly ref: RequestRef
  readonly line: number
}

/** A notice as it is stored: number `line` of a call, or of a refresh of segments, which has its own reference. */
export interface NoticeRow extends Notice, NoticeName {
  readonly happenedAt: Instant
  /** Of a call that is traced. */
  readonly traceparent?: string
}

/** The notices of a call, numbered. */
export function toNoticeRows(
  { ref, trace }: Pick<Call, 'ref' | 'trace'>,
  notices: readonly Notice[],
  happenedAt: Instant,
): NoticeRow[] {
  const traced = trace && { traceparent: trace.traceparent }
  return notices.map((notice, index) => ({ ...notice, ref, line: index + 1, happenedAt, ...traced }))
}

/** The prefix tells notices from messages, whose ids have another form. */
export const noticeId = ({ ref, line }: NoticeName): string => `evt_${ref}_${line}`
