import { segmentPreview } from './segment-preview.ts'

export const segmentRoutes = [segmentPreview] as const
