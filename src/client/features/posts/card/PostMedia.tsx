import type { ReactNode } from 'react'
import type { ShownPost } from '#client/features/posts/data/shown-post.ts'
import { MediaBox } from '#client/features/media/MediaBox.tsx'

/** The picture or video of a post, under what covers it. */
export const PostMedia = ({
  post: { mediaUrl, mediaType, media, altText },
  cover,
}: {
  post: ShownPost
  cover: ReactNode
}) =>
  mediaUrl !== null && (
    <MediaBox mediaUrl={mediaUrl} mediaType={mediaType} media={media} altText={altText} cover={cover} />
  )
