import { createContext, useContext } from 'react'
import type { Permission } from '../../server/domain/judge/permissions.ts'
import type { Me, MyBrand } from './answers.ts'

interface OpenBrand {
  readonly me: Me
  readonly brand: MyBrand
}

export const BrandContext = createContext<OpenBrand | undefined>(undefined)

function useOpenBrand(): OpenBrand {
  const open = useContext(BrandContext)
  if (!open) throw new Error('This is shown outside of a brand.')
  return open
}

/** The brand that is open, with its currency and time zone, the language to write amounts in, and what may be done there. */
export const useBrand = (): MyBrand => useOpenBrand().brand

/** Who is logged in. */
export const useMe = (): Me => useOpenBrand().me

/** Whether whoever is logged in may do something in this brand. The server checks it again. */
export function useMay(permission: Permission): boolean {
  return useBrand().permissions.includes(permission)
}
