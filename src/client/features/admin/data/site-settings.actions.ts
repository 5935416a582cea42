import type { SignUpMode } from '#contract/account.sign-up.constants.ts'
import type { SignUpView } from '#contract/account.sign-up.ts'
import type { BlocksInput, BlocksView } from '#contract/admin.blocks.ts'
import type { ExportQuery, ProtectionView, SeoReport, SyncReport } from '#contract/admin.ts'
import type { HeldWritingView } from '#contract/moderation.ts'
import type { HouseNameView } from '#contract/site.house-name.ts'
import type { AnnouncementView } from '#contract/site.announcement.ts'
import { applyAnnouncement } from '#client/features/site/data/announcement.actions.ts'
import { setHouseName } from '#client/ui/house-name.ts'
import { siteSettings } from './site-settings.store.ts'
import { download } from '#client/live/download.ts'
import { api } from '#client/live/http.ts'

export const refreshSeo = () => api.post<SeoReport>('/api/admin/seo-refresh')
export const refreshFigures = () => api.post<SyncReport>('/api/admin/google-refresh')
export const switchProtection = (action: 'enable' | 'disable') =>
  api.post<ProtectionView>(`/api/admin/anti-asshole/${action}`)

/** Renames the site, on this page at once. Throws ApiError. */
export async function saveHouseName(typed: string): Promise<void> {
  const name = await api.put<HouseNameView>('/api/admin/house-name', { name: typed })
  setHouseName(name.name)
  siteSettings.update((settings) => ({ ...settings, name }))
}

/** Changes who may create an account. Throws ApiError. */
export async function saveSignUp(mode: SignUpMode): Promise<void> {
  const signUp = await api.put<SignUpView>('/api/admin/sign-up', { mode })
  siteSettings.update((settings) => ({ ...settings, signUp }))
}

/** Replaces the lists of what is not allowed. Throws ApiError, 409 when another admin was faster. */
export async function saveBlocks(input: BlocksInput): Promise<void> {
  const blocks = await api.put<BlocksView>('/api/admin/blocks', input)
  siteSettings.update((settings) => ({ ...settings, blocks }))
}

/** The lists as they are now; null when they cannot be fetched. */
export const reloadBlocks = (): Promise<BlocksView | null> =>
  siteSettings.load().then(
    () => siteSettings.current()?.blocks ?? null,
    () => null,
  )

/** Shows on every page at once, this one included. `text` null removes it. Throws ApiError. */
export async function saveAnnouncement(text: string | null): Promise<void> {
  const path = '/api/admin/announcement'
  applyAnnouncement(
    await (text === null ? api.delete<AnnouncementView>(path) : api.put<AnnouncementView>(path, { text })),
  )
}

export const exportList = (what: 'users' | 'posts', format: ExportQuery['format']) =>
  download(`/api/admin/database/export-${what}?format=${format}`, 'POST')
export const exportReport = () => download('/api/admin/database/analytics-report', 'POST')

export const fetchHeld = (cursor: string | undefined, signal: AbortSignal) =>
  api.get<HeldWritingView[]>('/api/admin/held', { cursor }, signal)
export const postRelease = (id: string) => api.post<void>(`/api/admin/held/${id}/release`)
export const deleteHeld = (id: string) => api.delete<void>(`/api/admin/held/${id}`)
