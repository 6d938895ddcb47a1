import { slug } from 'short-slug';

/** Where an article is found. */
export function link(title) {
  return `/articles/${slug(title)}`;
}
