import { listSegments } from './list-segments.ts'
import { segmentPreview } from './segment-preview.ts'

export const segmentRoutes = [listSegments, segmentPreview] as const
