import EditTime
import LockFile
import MediaFacts
import Testing
