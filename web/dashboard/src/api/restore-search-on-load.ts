// Imported before the router, which reads the address when it is created.
import { restoreSearch } from './kept-search';

restoreSearch(window);
