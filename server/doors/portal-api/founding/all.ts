import { createBrand } from './create-brand.ts'

export const foundingRoutes = [createBrand] as const
