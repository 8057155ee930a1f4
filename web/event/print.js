// The page to print.
import { byId } from '../dom.js';

byId('print').addEventListener('click', () => { print(); });
