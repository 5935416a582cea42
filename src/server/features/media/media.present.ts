import type { MediaType, MediaView, UploadView } from '#contract/media.ts'
import type { MediaDocument, MediaSnapshot, Role } from './media.model.ts'
import { tokenIn, urlOf } from './media-names.ts'

export type { MediaSnapshot }

export const mediaTypeOf = (kind: MediaView['kind']): MediaType => (kind === 'gif' ? 'image' : kind)

/** The address of a media file in views and inputs. */
export const mediaUrlOf = ({ token, kind }: Pick<MediaSnapshot, 'token' | 'kind'>): string =>
  urlOf(token, kind === 'video' || kind === 'audio' ? kind : 'full')

/** The address of a profile picture: the small file when there is one. */
export const pictureUrlOf = ({ token, roles }: MediaSnapshot): string =>
  urlOf(token, roles.includes('avatar') ? 'avatar' : 'full')

/** Whether two addresses name the same upload, in any size. */
export const addressesSame = (one: string | null, other: string | null): boolean =>
  one === other ||
  (one !== null && other !== null && tokenIn(one) !== null && tokenIn(one) === tokenIn(other))

/** A media file as everybody who may see it gets it. */
export function presentMedia(media: MediaSnapshot): MediaView {
  const { token, kind, roles, width, height } = media
  const urlIf = (...wanted: Role[]) => {
    const role = wanted.find((one) => roles.includes(one))
    return role ? urlOf(token, role) : null
  }
  return {
    id: media._id.toHexString(),
    kind,
    state: media.state,
    mediaUrl: mediaUrlOf(media),
    mediaType: mediaTypeOf(kind),
    width,
    height,
    aspect: width && height ? width / height : null,
    placeholder: media.placeholder,
    // A small picture has one file for both.
    variants: { avatar: urlIf('avatar'), card: urlIf('card', 'full'), full: urlIf('full') },
    poster: urlIf('poster'),
    duration: media.duration,
    ...(media.peaks && { peaks: media.peaks }),
  }
}

/** The copy in posts and messages. */
export const mediaSnapshotOf = ({
  _id,
  token,
  kind,
  state,
  width,
  height,
  duration,
  placeholder,
  peaks,
  files,
}: MediaDocument): MediaSnapshot => ({
  _id,
  token,
  kind,
  width,
  height,
  duration,
  placeholder,
  ...(peaks && { peaks }),
  state: state === 'gone' ? 'failed' : state,
  roles: files.map(({ role }) => role),
})

/** An upload as its owner sees it. */
export const presentUpload = (media: MediaDocument): UploadView => ({
  ...presentMedia(mediaSnapshotOf(media)),
  purpose: media.purpose,
  progress: media.progress,
  error: media.error,
  claimed: media.usedBy.length > 0,
  createdAt: media.createdAt.toISOString(),
  rev: media.rev,
})
